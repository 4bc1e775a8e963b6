import { reports, rights } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../../reports/report-factory.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

it('a signature that comes while its patient is erased finds no case, and neither stops the other', async () => {
  const { db } = server.parts;
  const radiologist = await server.staff('radiologist');
  const patient = await server.patient();
  const { caseId, draft } = await createReportFactory(server, radiologist).drafted(patient);
  const params = { caseId };
  const { version } = await radiologist.call(reports.saveReport, {
    params,
    body: { version: draft.version, language: 'tr', content: { ...draft.content, ...WRITTEN } },
  });
  await checkReading(radiologist, caseId);
  await patient.call(rights.requestErasure, { body: { password: 'yosunlu-kaya-42' } });
  await db.drizzle.execute(sql`update erasures set due_at = now() - interval '1 minute'`);

  const waiting = (count: number) =>
    waitFor(
      async () => {
        const { rows } = await db.drizzle.execute<{ count: number }>(sql`
        select count(*)::int as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`);
        return rows[0]!.count >= count || undefined;
      },
      20_000,
      () => `${count} do not wait`,
    );
  let signing: Promise<Response> | undefined;
  // Somebody holds the row of the patient for a moment, and both come meanwhile, the erasure first.
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`select id from patients where id = (select patient_id from cases where id = ${caseId}) for no key update`,
    );
    await server.features.rights.erasure.startDue();
    await waiting(1);
    signing = radiologist.send(reports.signReport, { params, body: { ...SIGNS, version } });
    await waiting(2);
  });
  expect((await signing)?.status).toBe(404);
  await waitFor(
    async () => {
      const { rows } = await db.drizzle.execute(sql`select 1 from cases where id = ${caseId}`);
      return rows.length === 0 || undefined;
    },
    20_000,
    () => 'the case is still there',
  );
});
