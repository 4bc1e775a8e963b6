import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createLocalMailbox } from '../mail/mailbox.ts';
import { createHttpGateway } from './http-gateway.ts';
import { createMailboxSms } from './mailbox.ts';
import type { SmsSender } from './port.ts';

const SMS = { to: '+90 555 000 00 00', text: 'DUAI: raporunuz hazır.', id: 's1' };

function smsSuite(
  name: string,
  open: () => Promise<{
    sender: SmsSender;
    arrived(): Promise<{ to: string; text: string }[]>;
    close(): Promise<void>;
  }>,
): void {
  describe(name, () => {
    it('delivers number and text', async () => {
      const { sender, arrived, close } = await open();
      await sender.send(SMS);
      expect(await arrived()).toEqual([{ to: SMS.to, text: SMS.text }]);
      await close();
    });
  });
}

async function gateway(status: number, delayMs = 0) {
  const bodies: unknown[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await json(request));
    headers.push(request.headers);
    setTimeout(() => response.writeHead(status).end(), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`;
  return {
    url,
    bodies,
    headers,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

smsSuite('SMS by an HTTP gateway', async () => {
  const { url, bodies, headers, close } = await gateway(202);
  return {
    sender: createHttpGateway({ url, token: 'gizli' }),
    async arrived() {
      expect(headers[0]).toMatchObject({ authorization: 'Bearer gizli', 'idempotency-key': 's1' });
      return bodies as { to: string; text: string }[];
    },
    close,
  };
});

smsSuite('SMS in the local mailbox', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'duai-mailbox-'));
  const mailbox = createLocalMailbox(dir);
  return {
    sender: createMailboxSms(mailbox),
    arrived: async () => (await mailbox.list()).map(({ to, text }) => ({ to, text })),
    close: () => rm(dir, { recursive: true, force: true }),
  };
});

it('a gateway that fails or does not answer is an error, so that the queue tries again', async () => {
  const failing = await gateway(500);
  await expect(createHttpGateway({ url: failing.url, token: 't' }).send(SMS)).rejects.toThrow('500');
  await failing.close();
  const slow = await gateway(200, 5000);
  await expect(createHttpGateway({ url: slow.url, token: 't', timeoutMs: 100 }).send(SMS)).rejects.toThrow();
  await slow.close();
});
