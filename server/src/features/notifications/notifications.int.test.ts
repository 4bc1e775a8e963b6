import { accounts } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { hoursOfTries } from '../../testing/job-tries.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer | undefined;
let smtp: SMTPServer | undefined;
afterEach(async () => {
  await server?.end();
  await new Promise<void>((resolve) => (smtp ? smtp.close(() => resolve()) : resolve()));
  server = undefined;
  smtp = undefined;
});

const register = (to: TestServer, email: string) =>
  to.client().call(accounts.registerPatient, {
    body: { firstName: 'Ece', lastName: 'Deneme', email, password: 'yosunlu-kaya-42' },
  });

it('a message waits in the outbox and is tried again until the gateway takes it, once [API-033]', async () => {
  let refusals = 2;
  const arrived: string[] = [];
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(address, _session, done) {
      refusals -= 1;
      done(refusals >= 0 ? new Error('not now') : undefined);
      if (refusals < 0) arrived.push(address.address);
    },
    onData(stream, _session, done) {
      stream.resume().on('end', done);
    },
  });
  await new Promise<void>((resolve) => smtp!.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as { port: number };
  server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  await register(server, 'bekleyen@duai.example');
  const stateOf = async () =>
    (
      await server!.parts.db.drizzle.execute(
        sql`select status, attempts, params from outbox where recipient = 'bekleyen@duai.example'`,
      )
    ).rows[0];
  await expect.poll(stateOf).toMatchObject({ status: 'sent', attempts: 3, params: {} });
  expect(arrived).toEqual(['bekleyen@duai.example']);
  // A gateway that is down for longer is waited for.
  expect(await hoursOfTries(server.parts.db, 'notifications.send')).toBeGreaterThan(6);
});

it('without a gateway messages lie in the local mailbox, with its page in development and without it in production [API-034]', async () => {
  server = await startTestServer({ NODE_ENV: 'development' });
  await register(server, 'yerel@duai.example');
  await expect.poll(async () => (await fetch(`${server!.address}/dev/mailbox`)).text()).toContain('yerel@duai.example');
  await server.end();
  server = await startTestServer({ NODE_ENV: 'production' });
  expect((await fetch(`${server.address}/dev/mailbox`)).status).toBe(404);
});
