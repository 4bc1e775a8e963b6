import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../../../../scripts/test-servers/certificates.ts';
import { createSyslogSender } from './tls.ts';

const certificate = makeCertificate('syslog');
let act: (socket: TLSSocket) => void = () => {};
const server = createServer({ key: certificate.key, cert: certificate.cert, allowHalfOpen: true }, (socket) => {
  socket.on('error', () => {});
  act(socket);
});
let port: number;
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

const address = () => ({ host: '127.0.0.1', port, certificateSha256: certificate.sha256, mayBePrivate: true });
const messages = [Buffer.from('<85>1 ş'), Buffer.from('iki')];

it('messages go in frames of their length in bytes, and count as taken when the receiver ends', async () => {
  const read: Buffer[] = [];
  act = (socket) => socket.on('data', (bytes) => read.push(bytes)).on('end', () => socket.end());
  await createSyslogSender().send(address(), messages);
  expect(Buffer.concat(read).toString('utf8')).toBe('8 <85>1 ş3 iki');
});

it('a receiver that breaks off, says nothing, shows another certificate or is none at all has taken nothing', async () => {
  const sender = createSyslogSender({ timeoutMs: 300 });
  act = (socket) => socket.destroy();
  await expect(sender.send(address(), [Buffer.alloc(2 ** 22)])).rejects.toMatchObject({ code: 'FAILED' });
  act = (socket) => socket.resume();
  await expect(sender.send(address(), messages)).rejects.toMatchObject({ code: 'TIMED_OUT' });
  act = () => {};
  const other = { ...address(), certificateSha256: '0'.repeat(64) };
  await expect(sender.send(other, messages)).rejects.toMatchObject({ code: 'CERTIFICATE' });
  // Without a hash only a public authority's certificate is taken.
  const unpinned = { ...address(), certificateSha256: null };
  await expect(sender.send(unpinned, messages)).rejects.toMatchObject({ code: 'FAILED' });
  await expect(sender.send({ ...address(), mayBePrivate: false }, messages)).rejects.toMatchObject({
    code: 'ADDRESS_REFUSED',
  });
  const plain = createTcpServer((socket) => socket.on('error', () => {}).end('no TLS'));
  await new Promise<void>((ready) => plain.listen(0, '127.0.0.1', ready));
  const there = { ...address(), port: (plain.address() as AddressInfo).port };
  await expect(sender.send(there, messages)).rejects.toMatchObject({ code: 'FAILED' });
  plain.close();
});
