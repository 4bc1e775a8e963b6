import { retention as contract, evaluation, institutions, scans as scanContract } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import type { Tx } from '../../adapters/database/port.ts';
import { codeOf } from '../../testing/code-of.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const DAY_MS = 86_400_000;
let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
});
afterAll(() => server.end());

/** The job of an institution, as it runs in so many days. */
async function runIn(days: number, institutionId: string): Promise<void> {
  const at = Date.now() + days * DAY_MS;
  const moved = vi.spyOn(server.parts.clock, 'now').mockImplementation(() => new Date(at));
  try {
    await server.features.retention.run({ institutionId });
  } finally {
    moved.mockRestore();
  }
}
const ids = async (admin: HttpClient) => (await admin.call(scanContract.listScans)).map(({ id }) => id).sort();
const noticesTo = async (email: string) =>
  (await server.parts.mailbox.list()).filter(
    ({ to, subject }) => to === email && /will be deleted/.test(subject ?? ''),
  );
const audited = async (institutionId: string) =>
  (
    await server.parts.db.drizzle.execute<{ action: string; actor: string }>(sql`
      select action, actor_realm as actor from audit_events
      where action in ('trial.tell-expiry', 'trial.expire-scan', 'trial.hold-scan', 'trial.set-retention')
        and (subject_id = ${institutionId} or subject_id in (select scan_id::text from scan_charges where institution_id = ${institutionId}))
      order by sequence`)
  ).rows;

it('studies are told, kept where somebody says so, and go with all that was made of them; what was counted stays', async () => {
  const { admin, institutionId, email } = await factory.activated('sure');
  const { admin: stranger } = await factory.activated('baska');
  for (let study = 0; study < 3; study += 1) await factory.upload(admin);
  await factory.settled(admin);
  const [goes, evaluated, held] = (await ids(admin)) as [string, string, string];
  const usage = await admin.call(institutions.getTrialUsage);
  await admin.call(evaluation.setVerdict, {
    params: { scanId: evaluated },
    body: { algorithmId: 'ct.lung-density', code: 'DENSITY', verdict: 'agree' as const },
  });
  expect(await codeOf(stranger.call(contract.holdScan, { params: { scanId: held }, body: { isHeld: true } }))).toBe(
    'NOT_FOUND',
  );
  expect(await codeOf(stranger.call(contract.getScanRetention, { params: { scanId: held } }))).toBe('NOT_FOUND');
  await admin.call(contract.holdScan, { params: { scanId: held }, body: { isHeld: true } });
  const mails = () => noticesTo(email);

  // Without a setting everything stays.
  await runIn(4000, institutionId);
  expect(await ids(admin)).toHaveLength(3);
  expect(await admin.call(contract.getScanRetention, { params: { scanId: goes } })).toEqual({
    isHeld: false,
    goesOn: null,
  });

  await admin.call(contract.setRetention, { body: { days: 60 } });
  await runIn(40, institutionId);
  expect(await mails()).toEqual([]);
  await runIn(47, institutionId);
  const [mail] = await waitFor(
    async () => ((await mails()).length > 0 ? mails() : undefined),
    20_000,
    () => 'nobody was told',
  );
  expect(mail!.text).toMatch(/2 studies.*1 of them.*\/duaicheck-trial\/data/s);
  const told = await admin.call(contract.getRetention);
  const firstOn = new Date(Date.now() + 61 * DAY_MS).toISOString().slice(0, 10);
  expect(told).toEqual({ days: 60, going: { studies: 2, firstOn, inEvaluation: 1 }, held: 1 });
  expect(await stranger.call(contract.getRetention)).toMatchObject({ days: null, going: { studies: 0 }, held: 0 });
  expect(await admin.call(contract.getScanRetention, { params: { scanId: goes } })).toEqual({
    isHeld: false,
    goesOn: firstOn,
  });
  // Told once, and not gone before the two weeks are over, however old a study is.
  await runIn(60, institutionId);
  expect(await ids(admin)).toHaveLength(3);
  expect(await mails()).toHaveLength(1);
  expect(await admin.call(contract.holdEvaluated)).toMatchObject({ going: { studies: 1, inEvaluation: 0 }, held: 2 });

  const rowsOf = async (scanId: string) =>
    (
      await server.parts.db.drizzle.execute<{ rows: number }>(sql`
        select (select count(*) from studies where scan_id = ${scanId})
          + (select count(*) from scan_answers where scan_id = ${scanId})
          + (select count(*) from analyses a join studies s on s.id = a.study_id where s.scan_id = ${scanId}) as rows`)
    ).rows[0]!.rows;
  expect(Number(await rowsOf(goes))).toBeGreaterThan(0);
  const hashes = async () =>
    (
      await server.parts.db.drizzle.execute<{ sha256: string }>(sql`
        select i.sha256 from instances i join studies s on s.id = i.study_id where s.scan_id = ${goes}`)
    ).rows.map(({ sha256 }) => sha256);
  const [file] = await hashes();
  await runIn(62, institutionId);
  expect(await ids(admin)).toEqual([evaluated, held].sort());
  expect(Number(await rowsOf(goes))).toBe(0);
  await expect(server.parts.storage.open(file!)).rejects.toThrow();
  expect((await admin.call(institutions.getTrialUsage)).usedScans).toBe(usage.usedScans);
  expect(await codeOf(admin.call(scanContract.getScan, { params: { scanId: goes } }))).toBe('NOT_FOUND');
  expect(await audited(institutionId)).toEqual([
    { action: 'trial.hold-scan', actor: 'institution' },
    { action: 'trial.set-retention', actor: 'institution' },
    { action: 'trial.tell-expiry', actor: 'system' },
    { action: 'trial.hold-scan', actor: 'institution' },
    { action: 'trial.expire-scan', actor: 'system' },
  ]);

  // No longer kept: it is told first, as any other.
  await admin.call(contract.holdScan, { params: { scanId: held }, body: { isHeld: false } });
  await runIn(400, institutionId);
  expect(await ids(admin)).toHaveLength(2);
  await runIn(413, institutionId);
  expect(await ids(admin)).toHaveLength(2);
  await runIn(415, institutionId);
  expect(await ids(admin)).toEqual([evaluated]);
});

it('more images and another setting begin the notice anew', async () => {
  const { admin, institutionId } = await factory.activated('yeniden');
  const { files } = factory.freshPhantom();
  await factory.upload(admin, files.slice(1));
  const [scan] = await factory.settled(admin);
  await admin.call(contract.setRetention, { body: { days: 30 } });
  await runIn(20, institutionId);
  expect((await admin.call(contract.getRetention)).going.studies).toBe(1);
  await admin.call(contract.setRetention, { body: { days: 31 } });
  expect((await admin.call(contract.getRetention)).going.studies).toBe(0);
  await runIn(20, institutionId);
  // As if the late slices came after the notice.
  await server.parts.db.drizzle.execute(sql`
    update scans set submitted_at = ${new Date(Date.now() + 25 * DAY_MS)} where id = ${scan!.id}`);
  await runIn(50, institutionId);
  expect(await ids(admin)).toHaveLength(1);
  expect((await admin.call(contract.getRetention)).going.studies).toBe(1);
  await admin.call(contract.setRetention, { body: { days: null } });
  await runIn(500, institutionId);
  expect(await ids(admin)).toHaveLength(1);
});

/** Runs the job in 40 days, and something else before it gets the lock under which it deletes. */
async function runBehind(institutionId: string, meanwhile: (tx: Tx) => Promise<unknown>): Promise<void> {
  let running: Promise<void> | undefined;
  await server.parts.db.transaction(async (tx) => {
    await server.features.institutions.trials.lock(tx, institutionId);
    running = runIn(40, institutionId);
    await waitFor(
      async () => {
        const { rows } = await server.parts.db.drizzle.execute(sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        return rows.length > 0 || undefined;
      },
      20_000,
      () => 'the job does not wait for the lock',
    );
    await meanwhile(tx);
  });
  await running;
}

it('a study that somebody keeps while its turn comes stays, and so does one whose time is made longer', async () => {
  const { admin, institutionId } = await factory.activated('son-anda');
  const { scan } = await factory.upload(admin);
  await factory.settled(admin);
  await admin.call(contract.setRetention, { body: { days: 30 } });
  await runIn(20, institutionId);
  await runBehind(institutionId, (tx) =>
    tx.execute(sql`
      insert into scan_holds (scan_id, institution_id, held_at) values (${scan.id}, ${institutionId}, now())`),
  );
  expect(await ids(admin)).toEqual([scan.id]);
  await admin.call(contract.holdScan, { params: { scanId: scan.id }, body: { isHeld: false } });
  // What was told stays here, as if another job had told it anew.
  await runBehind(institutionId, (tx) =>
    tx.execute(sql`update scan_retention set days = 60 where institution_id = ${institutionId}`),
  );
  expect(await ids(admin)).toEqual([scan.id]);
});

it('what is not due yet waits for no upload of its institution', async () => {
  const { admin, institutionId } = await factory.activated('beklemez');
  await factory.upload(admin);
  await factory.settled(admin);
  await admin.call(contract.setRetention, { body: { days: 30 } });
  await runIn(20, institutionId);
  let ended = false;
  await server.parts.db.transaction(async (tx) => {
    await server.features.institutions.trials.lock(tx, institutionId);
    void runIn(21, institutionId).then(() => {
      ended = true;
    });
    await waitFor(
      () => Promise.resolve(ended || undefined),
      20_000,
      () => 'the job waits for the lock',
    );
  });
  expect(await ids(admin)).toHaveLength(1);
});

it('sample studies are neither told nor deleted', async () => {
  const { admin, institutionId, email } = await factory.activated('ornek');
  const { scan } = await factory.upload(admin);
  await factory.settled(admin);
  await server.parts.db.drizzle.execute(sql`update scans set billing = 'sample' where id = ${scan.id}`);
  await admin.call(contract.setRetention, { body: { days: 30 } });
  await runIn(400, institutionId);
  await runIn(500, institutionId);
  expect(await ids(admin)).toEqual([scan.id]);
  expect(await audited(institutionId)).toEqual([{ action: 'trial.set-retention', actor: 'institution' }]);
  expect(await noticesTo(email)).toEqual([]);
});
