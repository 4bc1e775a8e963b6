import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../../../../scripts/test-servers/certificates.ts';
import type { MllpAddress } from './port.ts';
import { createMllpSender } from './tcp.ts';

const MESSAGE = Buffer.from('MSH|^~\\&|\rPID|Öz\r');
let received = Buffer.alloc(0);
let connections = 0;
let act: (socket: Socket) => void = () => {};
const serve = (socket: Socket) => {
  connections += 1;
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (chunk.at(-1) === 0x0d) act(socket);
  });
};
const [certificate, other] = [makeCertificate('ris'), makeCertificate('other')];
const plain = createServer(serve);
const tls = createTlsServer({ key: certificate.key, cert: certificate.cert }, serve);
const portOf = (server: typeof plain) => (server.address() as AddressInfo).port;
beforeAll(async () => {
  for (const server of [plain, tls]) await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
});
afterAll(() => {
  plain.close();
  tls.close();
});

const address = (change: Partial<MllpAddress> = {}): MllpAddress => ({
  ...{ host: '127.0.0.1', port: portOf(plain), transport: 'plain', certificateSha256: null, mayBePrivate: true },
  ...change,
});
const ofTls = (certificateSha256: string | null) => address({ transport: 'tls', port: portOf(tls), certificateSha256 });
const framed = (text: string) => Buffer.from(`\x0b${text}\x1c\r`);

it('a message goes out within its frame, and its answer comes back without one, however it is cut', async () => {
  received = Buffer.alloc(0);
  act = (socket) => {
    socket.setNoDelay(true);
    const [first, ...rest] = [...framed('MSA|AA|1\r')];
    socket.write(Buffer.of(first!), () => {
      for (const byte of rest) socket.write(Buffer.of(byte));
    });
  };
  const sender = createMllpSender();
  expect(String(await sender.send(address(), MESSAGE))).toBe('MSA|AA|1\r');
  expect(received).toEqual(Buffer.concat([Buffer.of(0x0b), MESSAGE, Buffer.of(0x1c, 0x0d)]));
  expect(String(await sender.send(ofTls(certificate.sha256), MESSAGE))).toBe('MSA|AA|1\r');
});

it('nobody is called in a private network or without TLS before an operator allowed it, by address or by name', async () => {
  const before = connections;
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const sender = createMllpSender({ resolve });
  for (const closed of [
    address({ mayBePrivate: false }),
    { ...ofTls(certificate.sha256), mayBePrivate: false },
    { ...ofTls(certificate.sha256), host: 'ris.example', mayBePrivate: false },
    { ...address({ mayBePrivate: false }), host: '8.8.8.8' },
  ])
    await expect(sender.send(closed, MESSAGE)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
  expect(connections).toBe(before);
});

it('another certificate, and one that nobody issued, receive no byte', async () => {
  received = Buffer.alloc(0);
  const sender = createMllpSender();
  await expect(sender.send(ofTls(other.sha256), MESSAGE)).rejects.toMatchObject({ code: 'CERTIFICATE' });
  await expect(sender.send(ofTls(null), MESSAGE)).rejects.toMatchObject({ code: 'FAILED' });
  expect(received).toHaveLength(0);
});

it('sizes are capped both ways, and a receiver that says nothing or hangs up is given up', async () => {
  const sender = createMllpSender({ mostSentBytes: 100, mostAnsweredBytes: 100, timeoutMs: 300 });
  const before = connections;
  await expect(sender.send(address(), Buffer.alloc(101))).rejects.toMatchObject({ code: 'TOO_LARGE' });
  expect(connections).toBe(before);
  act = (socket) => void socket.write(framed('x'.repeat(100)));
  await expect(sender.send(address(), MESSAGE)).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
  act = () => {};
  await expect(sender.send(address(), MESSAGE)).rejects.toMatchObject({ code: 'TIMED_OUT' });
  act = (socket) => void socket.end('no frame');
  await expect(sender.send(address(), MESSAGE)).rejects.toMatchObject({ code: 'FAILED' });
});
