import { isIPv6 } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { fingerprintOf } from '../../core/certificates.ts';
import { OutwardRefused, outwardAddresses, type Resolve } from '../../core/network/outward.ts';
import { theOne } from '../../core/the-one.ts';
import { type SyslogAddress, SyslogError, type SyslogSender } from './port.ts';

const TIMEOUT_MS = 30_000;

/** Syslog over TLS (RFC 5425), by the rules of outward calls (core/network/outward.ts). */
export function createSyslogSender({
  timeoutMs = TIMEOUT_MS,
  resolve,
}: {
  timeoutMs?: number;
  resolve?: Resolve;
} = {}): SyslogSender {
  return {
    async send(address, messages) {
      const { address: checked } = theOne(await addressesOf(address, resolve));
      await exchange(address, checked, messages, timeoutMs);
    },
  };
}

async function addressesOf({ host, port, mayBePrivate }: SyslogAddress, resolve: Resolve | undefined) {
  const url = new URL(`https://${isIPv6(host) ? `[${host}]` : host}:${port}`);
  try {
    return await outwardAddresses(url, { allowedHosts: mayBePrivate ? [url.host] : [], ...(resolve && { resolve }) });
  } catch (error) {
    if (error instanceof OutwardRefused) throw new SyslogError('ADDRESS_REFUSED', error.message, { cause: error });
    throw error;
  }
}

/** RFC 5425 section 4.3: the length in bytes, a space, the message. */
const framed = (message: Buffer): Buffer => Buffer.concat([Buffer.from(`${message.length} `, 'latin1'), message]);

function exchange(
  { host, port, certificateSha256 }: SyslogAddress,
  checked: string,
  messages: readonly Buffer[],
  timeoutMs: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...{ host: checked, port, minVersion: 'TLSv1.2' },
      ...(isIPv6(host) || host === checked ? {} : { servername: host }),
      // One that is known by its hash is taken whoever issued it (RFC 5425 section 4.2.2).
      rejectUnauthorized: certificateSha256 === null,
    });
    let isDone = false;
    const end = (settle: () => void) => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      socket.destroy();
      settle();
    };
    const fail = (code: SyslogError['code'], text: string, cause?: unknown) =>
      end(() => reject(new SyslogError(code, text, { cause })));
    const timer = setTimeout(() => fail('TIMED_OUT', `not taken within ${timeoutMs} ms`), timeoutMs);
    socket.on('error', (error: NodeJS.ErrnoException) => fail('FAILED', error.code ?? error.name, error));
    // A receiver says nothing (RFC 5425 section 4.3); what it says all the same is not kept.
    socket.resume();
    let isWritten = false;
    // It closes after our close_notify (RFC 5425 section 4.4): it has read to the end. A reset would be an error.
    const closed = () => (isWritten ? end(resolve) : fail('FAILED', 'closed before everything was sent'));
    socket.on('end', closed);
    socket.on('close', closed);
    socket.once('secureConnect', () => {
      if (certificateSha256 !== null && shownBy(socket) !== certificateSha256)
        return fail('CERTIFICATE', 'another certificate than was entered');
      for (const message of messages) socket.write(framed(message));
      socket.end(() => {
        isWritten = true;
      });
    });
  });
}

function shownBy(socket: TLSSocket): string | undefined {
  const certificate = socket.getPeerX509Certificate();
  return certificate && fingerprintOf(certificate);
}
