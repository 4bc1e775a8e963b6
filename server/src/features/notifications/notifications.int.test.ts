import { accounts, operations } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import type { Attempt } from '../../adapters/queue/port.ts';
import { codeOf } from '../../testing/code-of.ts';
import { hoursOfTries, tryAgainNow } from '../../testing/job-tries.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Contact, createNotifications } from './notifications.service.ts';

let server: TestServer | undefined;
let smtp: SMTPServer | undefined;
afterEach(async () => {
  await server?.end();
  await closeMailServer();
  server = undefined;
  smtp = undefined;
});

/** A mail server that takes or refuses mails. @returns its port */
async function receiveMails(arrived: string[], takes: () => boolean = () => true, port = 0): Promise<number> {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(address, _session, done) {
      const isTaken = takes();
      if (isTaken) arrived.push(address.address);
      done(isTaken ? undefined : new Error('not now'));
    },
    onData(stream, _session, done) {
      stream.resume().on('end', done);
    },
  });
  await new Promise<void>((resolve) => smtp!.listen(port, '127.0.0.1', resolve));
  return (smtp.server.address() as { port: number }).port;
}
const closeMailServer = () => new Promise<void>((resolve) => (smtp ? smtp.close(() => resolve()) : resolve()));

const register = (to: TestServer, email: string) =>
  to.client().call(accounts.registerPatient, {
    body: { firstName: 'Ece', lastName: 'Deneme', email, password: 'yosunlu-kaya-42' },
  });

it('a message waits in the outbox and is tried again until the gateway takes it, once [API-033]', async () => {
  let refusals = 2;
  const arrived: string[] = [];
  const port = await receiveMails(arrived, () => {
    refusals -= 1;
    return refusals < 0;
  });
  server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  await register(server, 'bekleyen@duai.example');
  const { drizzle } = server.parts.db;
  const stateOf = async () => {
    await tryAgainNow({ drizzle }, 'notifications.send');
    const { rows } = await drizzle.execute(
      sql`select status, attempts, params from outbox where recipient = 'bekleyen@duai.example'`,
    );
    return rows[0];
  };
  await expect.poll(stateOf).toMatchObject({ status: 'sent', attempts: 3, params: {} });
  expect(arrived).toEqual(['bekleyen@duai.example']);
  // If a gateway is down for longer, the message waits for it.
  expect(await hoursOfTries(server.parts.db, 'notifications.send')).toBeGreaterThan(6);
});

it('a message whose job died is sent once when an operator runs the job again', async () => {
  const arrived: string[] = [];
  const port = await receiveMails(arrived);
  await closeMailServer();
  server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const { drizzle } = server.parts.db;
  const operator = await server.staff('operator');
  await register(server, 'olu@duai.example');
  const deadJobs = async () => {
    await drizzle.execute(sql`
      update pgboss.job set start_after = now(), retry_limit = 1 where name = 'notifications.send' and state = 'retry'`);
    return (await operator.call(operations.listDeadJobs)).rows;
  };
  const message = async () =>
    (
      await drizzle.execute(sql`
        select status, attempts, failed_at is not null as has_failed from outbox where recipient = 'olu@duai.example'`)
    ).rows[0];
  await expect.poll(deadJobs).toMatchObject([{ name: 'notifications.send' }]);
  expect(await message()).toEqual({ status: 'failed', attempts: 2, has_failed: true });
  const [{ id: jobId }] = (await deadJobs()) as [operations.DeadJob];
  const runAgain = () => operator.call(operations.retryDeadJob, { params: { jobId } });

  // The mail server is still down: the job is dead again, and not gone.
  await runAgain();
  await expect.poll(message).toEqual({ status: 'failed', attempts: 3, has_failed: true });
  await expect.poll(deadJobs).toMatchObject([{ id: jobId }]);

  await receiveMails(arrived, undefined, port);
  const [first, second] = await Promise.allSettled([runAgain(), runAgain()]);
  expect([first.status, second.status]).toContain('fulfilled');
  await expect.poll(message).toEqual({ status: 'sent', attempts: 4, has_failed: false });
  const isDone = async () =>
    (await drizzle.execute(sql`select 1 from pgboss.job where id = ${jobId}::uuid and state = 'completed'`)).rows;
  await expect.poll(isDone).toHaveLength(1);
  expect(await codeOf(runAgain())).toBe('NOT_FOUND');
  expect(arrived).toEqual(['olu@duai.example']);
});

it('without a gateway messages lie in the local mailbox, with its page in development and without it in production [API-034]', async () => {
  server = await startTestServer({ NODE_ENV: 'development' });
  await register(server, 'yerel@duai.example');
  await expect.poll(async () => (await fetch(`${server!.address}/dev/mailbox`)).text()).toContain('yerel@duai.example');
  await server.end();
  server = await startTestServer({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://duai.example',
    MAILS_TO_FILES: 'yes-nobody-receives-any-mail',
    SMS_TO_FILES: 'yes-nobody-receives-any-text-message',
  });
  expect((await fetch(`${server.listensOn}/dev/mailbox`)).status).toBe(404);
  // In the mailbox nobody reads an SMS, so users who chose SMS get a mail at once.
  const { db } = server.parts;
  const contact: Contact = {
    email: 'sms@duai.example',
    isEmailVerified: true,
    phone: '+905550000001',
    preferred: 'sms',
    language: 'tr',
  };
  const params = { caseNumber: 'SO-2026-000001' };
  await db.transaction((tx) =>
    server!.features.notifications.notify(tx, contact, 'report-ready', params, 'without-gateway'),
  );
  const { rows } = await db.drizzle.execute(
    sql`select channel from outbox where dedupe_key like 'without-gateway:%' and status <> 'standby'`,
  );
  expect(rows).toEqual([{ channel: 'email' }]);
});

it('what an SMS cannot tell for most of an hour goes by mail, and one that arrives leaves no mail behind', async () => {
  server = await startTestServer();
  const { parts } = server;
  let isGatewayUp = false;
  let isMailUp = true;
  const texted: string[] = [];
  const queued: string[] = [];
  let handle: (payload: { outboxId: string }, attempt: Attempt) => Promise<void> = () => Promise.reject(new Error());
  const notifications = createNotifications(
    {
      ...parts,
      sms: {
        send: async ({ id }) => {
          if (!isGatewayUp) throw new Error('no gateway');
          texted.push(id);
        },
      },
      mailer: {
        ...parts.mailer,
        send: (mail) => (isMailUp ? parts.mailer.send(mail) : Promise.reject(new Error('no mail server'))),
      },
      queue: {
        ...parts.queue,
        enqueue: async (_tx, _job, payload) => {
          queued.push((payload as { outboxId: string }).outboxId);
          return 'job';
        },
        handle: (_job, handler) => {
          handle = handler as typeof handle;
        },
      },
    },
    { publicUrl: () => 'https://duai.example' },
  );
  notifications.registerJobs();
  const contact: Contact = {
    email: 'yedek@duai.example',
    isEmailVerified: true,
    phone: '+905550000000',
    preferred: 'sms',
    language: 'tr',
  };
  const notify = (change: Partial<Contact>, key: string) =>
    parts.db.transaction((tx) =>
      notifications.notify(tx, { ...contact, ...change }, 'report-ready', { caseNumber: 'SO-2026-000001' }, key),
    );
  const states = async (key: string) =>
    (
      await parts.db.drizzle.execute(
        sql`select channel || ' ' || status as state from outbox where dedupe_key like ${`${key}:%`} order by channel`,
      )
    ).rows.map(({ state }) => state);
  const run = (isLastAttempt: boolean) =>
    handle(
      { outboxId: queued.pop()! },
      { jobId: 'job', attempt: 1, isLastAttempt, signal: new AbortController().signal },
    );

  await notify({}, 'fails');
  expect([await states('fails'), queued.length]).toEqual([['email standby', 'sms pending'], 1]);
  const [outboxId] = queued;
  for (let attempt = 1; attempt < 8; attempt += 1) {
    await expect(run(false)).rejects.toThrow('was not sent');
    queued.push(outboxId!);
  }
  expect(await states('fails')).toEqual(['email standby', 'sms pending']);
  // The gateway has been down for most of an hour, so the notice of a report goes out by mail now.
  await expect(run(false)).rejects.toThrow('was not sent');
  expect([await states('fails'), queued.length]).toEqual([['email pending', 'sms pending'], 1]);
  queued.push(outboxId!);
  await expect(run(true)).rejects.toThrow('was not sent');
  expect([await states('fails'), queued.length]).toEqual([['email pending', 'sms failed'], 1]);
  await run(false);
  expect(await states('fails')).toEqual(['email sent', 'sms failed']);
  expect((await parts.mailbox.list()).map(({ to, channel }) => [to, channel])).toEqual([[contact.email, 'email']]);

  // An operator runs the dead job again: the mail has told it.
  isGatewayUp = true;
  queued.push(outboxId!);
  await run(false);
  expect([texted, await states('fails')]).toEqual([[], ['email sent', 'sms failed']]);

  // Where the mail failed as well the SMS is sent, and the job of the mail then has nothing to send.
  isGatewayUp = false;
  isMailUp = false;
  await notify({}, 'both-fail');
  const [second] = queued;
  await expect(run(true)).rejects.toThrow('was not sent');
  const [mail] = queued;
  await expect(run(true)).rejects.toThrow('was not sent');
  expect(await states('both-fail')).toEqual(['email failed', 'sms failed']);
  [isGatewayUp, isMailUp] = [true, true];
  queued.push(second!);
  await run(false);
  queued.push(mail!);
  await run(false);
  expect([texted, await states('both-fail')]).toEqual([[second], ['sms sent']]);
  expect(await parts.mailbox.list()).toHaveLength(1);

  // Who chose both is sent both.
  isGatewayUp = false;
  await notify({ preferred: 'both' }, 'chose-both');
  await run(true);
  const [third] = queued;
  await expect(run(true)).rejects.toThrow('was not sent');
  isGatewayUp = true;
  queued.push(third!);
  await run(false);
  expect(await states('chose-both')).toEqual(['email sent', 'sms sent']);

  await notify({}, 'arrives');
  await run(true);
  expect(await states('arrives')).toEqual(['sms sent']);

  // An unconfirmed e-mail address may belong to a stranger, so it is not used in place of SMS.
  await notify({ isEmailVerified: false }, 'unverified');
  expect(await states('unverified')).toEqual(['sms pending']);
});
