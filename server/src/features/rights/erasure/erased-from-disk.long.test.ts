import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts, cases, LIMITS, rights } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { imagesForm } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { connectDatabase } from '../../../adapters/database/connect.ts';
import { startEmbeddedPostgres } from '../../../adapters/database/embedded.ts';
import { jpeg } from '../../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const EMAIL = 'sarikanat@duai.example';
/** The words as bytes in the files. */
const CANARIES = ['sarikanat', 'Sarıkanat'].map((word) => Buffer.from(word));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ DATABASE_URL: '', BACKUP_DAYS: '7' });
});
afterAll(() => server.end());

/** Files of the cluster (pages, indexes, TOAST, log) that contain a canary. */
function findCanary(): string[] {
  const cluster = join(server.dataDir, 'database', 'cluster');
  return readdirSync(cluster, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return CANARIES.some((canary) => bytes.includes(canary));
    })
    .map((path) => path.slice(cluster.length + 1));
}

/** Copies values of the rows into the planner's statistics, as autovacuum does. */
async function sampleForPlanner(): Promise<void> {
  await server.patient({ email: 'baskasi@duai.example' });
  const dataDir = join(server.dataDir, 'database');
  const { maintenanceUrl } = await startEmbeddedPostgres({ dataDir, log: server.parts.log, whenRunning: 'share' });
  const owner = await connectDatabase(maintenanceUrl, { max: 1 });
  await owner.drizzle.execute(sql`analyze patients`);
  const { rows } = await owner.drizzle.execute(
    sql`select 1 from pg_stats where tablename = 'patients' and histogram_bounds::text like '%sarikanat%'`,
  );
  expect(rows).not.toEqual([]);
  await owner.close();
}

it('[TRU-011] after that night’s rewrite the canary is in no page and no segment of the log, and the proof names the days', async () => {
  const { drizzle } = server.parts.db;
  const patient = await server.patient({ email: EMAIL });
  const words = { bodyPart: 'Sarıkanat', clinicalHistory: 'Sarıkanat öyküsü', symptoms: 'Sarıkanat ağrısı' };
  const { id } = await patient.call(cases.createCase, { body: { modality: 'X-Ray', ...words } });
  await patient.call(cases.uploadCaseImages, {
    params: { caseId: id },
    form: imagesForm([{ name: 'Sarıkanat.jpg', bytes: await jpeg() }]),
  });
  await server.client().send(accounts.loginPatient, { body: { email: EMAIL, password: 'yanlış-parola' } });
  await sampleForPlanner();
  expect(findCanary().some((path) => path.startsWith('pg_wal/'))).toBe(true);

  await patient.call(rights.requestErasure, { body: { password: 'yosunlu-kaya-42' } });
  const erasedAt = Date.now() + LIMITS.erasureGraceDays * 86_400_000;
  vi.spyOn(server.parts.clock, 'now').mockImplementation(() => new Date(erasedAt));
  await server.features.rights.erasure.startDue();
  const last = await waitFor(
    async () => (await server.parts.mailbox.list()).find((mail) => mail.subject === 'Verileriniz silindi'),
    60_000,
    () => 'no last mail',
  );
  vi.restoreAllMocks();
  const left = async () =>
    (await drizzle.execute(sql`select 1 from outbox where recipient = ${EMAIL}`)).rows.length === 0 || undefined;
  await waitFor(left, 60_000, () => 'the last mail is still in the outbox');
  const token = /erasure-proof#token=([\w-]+)/.exec(last.text)![1]!;
  const { proof } = await server.client().call(rights.getErasureProof, { body: { token } });
  const day = (days: number) => new Date(erasedAt + days * 86_400_000).toISOString().slice(0, 10);
  expect(proof.cleanBy).toEqual({ database: day(1), backups: day(1 + 7) });

  // The rows are deleted but their bytes remain until the nightly rewrite.
  expect(findCanary()).not.toEqual([]);
  await server.features.rights.disk.rewrite();
  expect(findCanary()).toEqual([]);

  // Nothing was deleted since, so nothing is rewritten.
  const { rows: before } = await drizzle.execute(sql`select pg_relation_filenode('patients') as node`);
  await server.features.rights.disk.rewrite();
  const { rows: after } = await drizzle.execute(sql`select pg_relation_filenode('patients') as node`);
  expect(after).toEqual(before);
  expect(await server.features.audit.verify()).toMatchObject({ firstBadSequence: null });
  await server.patient();
});
