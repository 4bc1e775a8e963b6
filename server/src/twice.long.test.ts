import { accounts, cases, institutions, operations, press, reports } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../scripts/check-reading.ts';
import type { HttpClient } from '../../scripts/http-client.ts';
import { createReportFactory } from './features/reports/report-factory.ts';
import { codeOf } from './testing/code-of.ts';
import { application, createInstitutionFactory } from './testing/institution-factory.ts';
import { SIGNS, startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let operator: HttpClient;
let radiologist: HttpClient;
let story: ReturnType<typeof createReportFactory>;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  radiologist = await server.staff('radiologist');
  story = createReportFactory(server, radiologist);
});
afterAll(() => server.end());

type Act = () => Promise<unknown>;
let people = 0;

async function applied(): Promise<{ applicationId: string }> {
  people += 1;
  const email = `iki-kez-${people}@duai.example`;
  await server.client().call(institutions.registerTrial, { body: application(email) });
  const rows = await operator.call(institutions.listApplications);
  return { applicationId: rows.find((row) => row.email === email)!.id };
}

async function claimed(): Promise<{ caseId: string; version: number }> {
  const { caseId, draft } = await story.drafted(await server.patient());
  const body = {
    version: draft.version,
    language: draft.language,
    content: { ...draft.content, ...WRITTEN },
  };
  const { version } = await radiologist.call(reports.saveReport, { params: { caseId }, body });
  await checkReading(radiologist, caseId);
  return { caseId, version };
}

/** Every console action that decides or ends something: how to prepare it, and what the second attempt answers. */
const ACTIONS: [name: string, second: string, prepare: () => Promise<Act>][] = [
  [
    'approve an application',
    'APPLICATION_DECIDED',
    async () => {
      const params = await applied();
      return () => operator.call(institutions.approveApplication, { params });
    },
  ],
  [
    'decline an application',
    'APPLICATION_DECIDED',
    async () => {
      const params = await applied();
      return () => operator.call(institutions.declineApplication, { params, body: { reason: 'No DICOM node.' } });
    },
  ],
  [
    'upgrade an institution',
    'ALREADY_UPGRADED',
    async () => {
      const { institutionId } = await createInstitutionFactory(server, operator).activated('iki-kez');
      return () => operator.call(institutions.upgradeInstitution, { params: { institutionId }, body: {} });
    },
  ],
  [
    'end an announcement',
    'ANNOUNCEMENT_ENDED',
    async () => {
      const body = { title: 'Congress', linkText: 'Visit', linkUrl: '/press' };
      const { id } = await operator.call(press.createAnnouncement, { body });
      return () => operator.call(press.endAnnouncement, { params: { announcementId: id } });
    },
  ],
  [
    'withdraw a press release',
    'NOT_FOUND',
    async () => {
      const body = { title: 'News', date: '2026-01-05', content: '<p>Text</p>', linkUrl: '/press' };
      const { id, changedAt: seen } = await operator.call(press.createPressRelease, { body });
      return () => operator.call(press.deletePressRelease, { params: { releaseId: id }, query: { seen } });
    },
  ],
  [
    'disable a user',
    'ok',
    async () => {
      const params = await member();
      return () => operator.call(accounts.disableUser, { params });
    },
  ],
  [
    'enable a user',
    'ok',
    async () => {
      const params = await member();
      await operator.call(accounts.disableUser, { params });
      return () => operator.call(accounts.enableUser, { params });
    },
  ],
  [
    'claim a case',
    'ok',
    async () => {
      const { caseId } = await claimed();
      await radiologist.call(cases.releaseCase, { params: { caseId } });
      return () => radiologist.call(cases.claimCase, { params: { caseId } });
    },
  ],
  [
    'release a case',
    'CASE_NOT_CLAIMED',
    async () => {
      const { caseId } = await claimed();
      return () => radiologist.call(cases.releaseCase, { params: { caseId } });
    },
  ],
  [
    'send a case back',
    'CASE_NOT_IN_REVIEW',
    async () => {
      const { caseId } = await claimed();
      return () => radiologist.call(cases.sendCaseBack, { params: { caseId }, body: { question: 'Önceki tetkik?' } });
    },
  ],
  [
    'sign a report',
    'REPORT_SIGNED',
    async () => {
      const { caseId, version } = await claimed();
      return () => radiologist.call(reports.signReport, { params: { caseId }, body: { ...SIGNS, version } });
    },
  ],
  [
    'add an addendum',
    'ADDENDUM_EXISTS',
    async () => {
      const { caseId } = await story.signed(await server.patient());
      return () =>
        radiologist.call(reports.addAddendum, { params: { caseId }, body: { ...SIGNS, text: 'Ek: sağ taraf.' } });
    },
  ],
];

async function member(): Promise<{ realm: 'staff'; userId: string }> {
  const { user } = await (await server.staff('radiologist')).call(accounts.getStaff);
  return { realm: 'staff', userId: user.id };
}

const auditRows = async (): Promise<number> => {
  const { rows } = await server.parts.db.drizzle.execute<{ count: number }>(
    sql`select count(*)::int as count from audit_events where actor_realm = 'staff'`,
  );
  return rows[0]!.count;
};

describe('an action of the console that two people take at once, or one twice', () => {
  it.each(ACTIONS)('%s: done once, the second time answers %s', async (_name, second, prepare) => {
    const act = await prepare();
    const before = await auditRows();
    const outcomes = await Promise.all([codeOf(act()), codeOf(act())]);
    expect(outcomes.sort()).toEqual(['ok', second].sort());
    expect(await codeOf(act())).toBe(second);
    // Nor is it recorded in the trail a second time.
    expect((await auditRows()) - before).toBe(1);
  });

  it('run a dead job again: the second time it is no longer there', async () => {
    const { rows } = await server.parts.db.drizzle.execute<{ id: string }>(sql`
      update pgboss.job set state = 'failed' where id = (
        select id from pgboss.job where name = 'notifications.send' and state = 'completed' limit 1
      ) returning id::text`);
    const params = { jobId: rows[0]!.id };
    expect(await codeOf(operator.call(operations.retryDeadJob, { params }))).toBe('ok');
    expect(await codeOf(operator.call(operations.retryDeadJob, { params }))).toBe('NOT_FOUND');
  });
});
