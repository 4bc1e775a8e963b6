import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { outwardExchange } from '../../core/network/outward.ts';
import { type VendorBox, VendorRefused } from './port.ts';

/** The bytes of an outgoing file. */
type Pieces = AsyncIterable<Uint8Array>;

const MOST_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * Stores instances on a vendor's server by STOW-RS (PS3.18 section 10.5), all in one request with back-pressure to the
 * files. Any status but 200 means that not everything was stored (PS3.18 table 10.5.3-1).
 * @throws OutwardError, VendorRefused
 */
export async function storeAtVendor(box: VendorBox, files: Iterable<() => Pieces>): Promise<void> {
  const { address, token, allowedHosts, timeoutMs } = box;
  const boundary = randomUUID();
  const url = new URL('studies', address.endsWith('/') ? address : `${address}/`);
  let failure: unknown;
  const body = Readable.from(
    parts(boundary, files, (error) => {
      failure = error;
    }),
    { objectMode: false },
  );
  const { status } = await outwardExchange(
    url,
    { allowedHosts },
    {
      token,
      headers: {
        'content-type': `multipart/related; type="application/dicom"; boundary=${boundary}`,
        accept: 'application/dicom+json',
      },
      body,
      mostBytes: MOST_ANSWER_BYTES,
      signal: AbortSignal.timeout(timeoutMs),
    },
  ).catch((error: unknown) => {
    // An error while reading our own file takes precedence: it is not the server's.
    throw failure ?? error;
  });
  if (status !== 200) throw new VendorRefused(`the box answered ${status}`);
}

async function* parts(
  boundary: string,
  files: Iterable<() => Pieces>,
  failed: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  for (const pieces of files) {
    yield Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`);
    try {
      yield* pieces();
    } catch (error) {
      failed(error);
      throw error;
    }
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}
