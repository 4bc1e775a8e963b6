import type { LookupAddress } from 'node:dns';
import { connect, isIPv6, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { fingerprintOf } from '../../core/certificates.ts';
import { OutwardRefused, outwardAddresses, type Resolve } from '../../core/network/outward.ts';
import { theOne } from '../../core/the-one.ts';
import { type MllpAddress, MllpError, type MllpSender } from './port.ts';

/** The frame of a message (HL7 Transport Specification MLLP, release 1, section 2): VT, content, FS, CR. */
const [VT, FS, CR] = [0x0b, 0x1c, 0x0d];
const END = Buffer.from([FS, CR]);

const TIMEOUT_MS = 30_000;
/** A message with a PDF has about 300 KB. */
const MOST_SENT_BYTES = 16 * 2 ** 20;
/** An acknowledgement has two or three segments. */
const MOST_ANSWERED_BYTES = 64 * 2 ** 10;

interface Limits {
  timeoutMs?: number;
  mostSentBytes?: number;
  mostAnsweredBytes?: number;
  resolve?: Resolve;
}

/** Opens one connection for each message, by the rules for outward calls (core/network/outward.ts). */
export function createMllpSender({
  timeoutMs = TIMEOUT_MS,
  mostSentBytes = MOST_SENT_BYTES,
  mostAnsweredBytes = MOST_ANSWERED_BYTES,
  resolve,
}: Limits = {}): MllpSender {
  return {
    async send(address, message) {
      if (message.length > mostSentBytes) throw new MllpError('TOO_LARGE', `more than ${mostSentBytes} bytes`);
      const checked = theOne(await addressesOf(address, resolve));
      return exchange(open(address, checked), message, { address, timeoutMs, mostAnsweredBytes });
    },
  };
}

async function addressesOf({ host, port, transport, mayBePrivate }: MllpAddress, resolve: Resolve | undefined) {
  if (transport === 'plain' && !mayBePrivate) throw new MllpError('ADDRESS_REFUSED', 'only TLS is called');
  const url = new URL(`https://${isIPv6(host) ? `[${host}]` : host}:${port}`);
  try {
    return await outwardAddresses(url, { allowedHosts: mayBePrivate ? [url.host] : [], ...(resolve && { resolve }) });
  } catch (error) {
    if (error instanceof OutwardRefused) throw new MllpError('ADDRESS_REFUSED', error.message, { cause: error });
    throw error;
  }
}

/** Connects to the address that was checked, even if the name resolves to another one now. */
function open({ host, port, transport, certificateSha256 }: MllpAddress, { address }: LookupAddress): Socket {
  if (transport === 'plain') return connect({ host: address, port });
  return connectTls({
    ...{ host: address, port, minVersion: 'TLSv1.2' },
    ...(isIPv6(host) || host === address ? {} : { servername: host }),
    // A pinned certificate may have any issuer; its hash is compared after the handshake.
    rejectUnauthorized: certificateSha256 === null,
  });
}

function exchange(
  socket: Socket,
  message: Uint8Array,
  {
    address: { transport, certificateSha256 },
    timeoutMs,
    mostAnsweredBytes,
  }: { address: MllpAddress; timeoutMs: number; mostAnsweredBytes: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received = Buffer.allocUnsafe(mostAnsweredBytes);
    let length = 0;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      socket.destroy();
      settle();
    };
    const fail = (code: MllpError['code'], text: string, cause?: unknown) =>
      end(() => reject(new MllpError(code, text, { cause })));
    const timer = setTimeout(() => fail('TIMED_OUT', `no answer within ${timeoutMs} ms`), timeoutMs);
    socket.on('error', (error: NodeJS.ErrnoException) => fail('FAILED', error.code ?? error.name, error));
    socket.on('close', () => fail('FAILED', 'closed without an answer'));
    socket.once(transport === 'tls' ? 'secureConnect' : 'connect', () => {
      if (certificateSha256 !== null && shownBy(socket as TLSSocket) !== certificateSha256)
        return fail('CERTIFICATE', 'another certificate than was entered');
      socket.setNoDelay(true);
      socket.write(Buffer.of(VT));
      socket.write(message);
      socket.write(END);
    });
    socket.on('data', (chunk: Buffer) => {
      if (length + chunk.length > mostAnsweredBytes)
        return fail('ANSWER_TOO_LARGE', `more than ${mostAnsweredBytes} bytes`);
      chunk.copy(received, length);
      // The two bytes of the end mark may arrive in separate chunks.
      const stop = received.subarray(0, length + chunk.length).indexOf(END, Math.max(0, length - 1));
      length += chunk.length;
      const start = received.subarray(0, length).indexOf(VT);
      if (stop >= 0 && start >= 0 && start < stop) end(() => resolve(received.subarray(start + 1, stop)));
    });
  });
}

function shownBy(socket: TLSSocket): string | undefined {
  const certificate = socket.getPeerX509Certificate();
  return certificate && fingerprintOf(certificate);
}
