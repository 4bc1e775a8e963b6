import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  accounts,
  assignment,
  BODY_PARTS,
  cases,
  SUBSPECIALTIES,
  type Subspecialty,
  subspecialtyOf,
} from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { houseDay } from '../../../core/house-time.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { smallPhantom } from '../../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let operator: HttpClient;
let readers: { http: HttpClient; id: string; email: string }[];
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  readers = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const http = await server.staff('radiologist');
      const { id, email } = (await http.call(accounts.getStaff)).user;
      return { http, id, email };
    }),
  );
});
afterAll(() => server.end());

async function submitted(bodyPart?: string): Promise<string> {
  const patient = await server.patient();
  const { id: caseId } = await patient.call(cases.createCase, {
    body: { modality: 'CT', bodyPart, urgency: 'urgent' },
  });
  const form = imagesForm(smallPhantom().files.slice(0, 2));
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form });
  return caseId;
}
const give = (rules: assignment.AssignmentRule[], by = operator) =>
  by.call(assignment.setAssignment, { body: { rules } });
const told = async (template: string): Promise<string[]> => {
  const { rows } = await server.parts.db.drizzle.execute<{ recipient: string }>(
    sql`delete from outbox where template = ${template} returning recipient`,
  );
  return rows.map(({ recipient }) => recipient).sort();
};
const givenTo = async (caseId: string): Promise<string | undefined> => {
  const rows = await readers[0]!.http.call(cases.getWorklist);
  return rows.find(({ id }) => id === caseId)!.assignedTo?.id;
};
/** Runs `cases.watch`, which finds the case as it is; it waits for the case while a reader claims it. */
async function watchWhileClaimed(caseId: string, { id }: { id: string }): Promise<void> {
  const { db } = server.parts;
  const isWaiting = async () =>
    (
      await db.drizzle.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows.length > 0;
  const { watched } = await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from cases where id = ${caseId} for update`);
    const running = server.features.cases.watch();
    await expect.poll(isWaiting).toBe(true);
    await tx.execute(sql`update cases set claimed_by = ${id}, claimed_at = now() where id = ${caseId}`);
    return { watched: running };
  });
  await watched;
}
const today = houseDay(new Date());
const away = ({ id }: { id: string }) =>
  operator.call(accounts.addAbsence, { params: { userId: id }, body: { from: today, to: today } });
const back = ({ id }: { id: string }, absenceId: string) =>
  operator.call(accounts.removeAbsence, { params: { userId: id, absenceId } });

it('[RED-018] cases go by the rules to readers who are there: only they are told, and the least busy first', async () => {
  const [first, second] = [readers[0]!, readers[1]!];
  expect((await operator.call(assignment.getAssignment)).rules).toEqual([]);
  const open = await submitted();
  expect(await givenTo(open)).toBeUndefined();
  expect(await told('case-arrived')).toEqual([first.email, second.email].sort());

  const rule = { modality: 'CT' as const, urgency: null, subspecialty: null, readers: [first.id, second.id] };
  expect(await codeOf(give([rule], first.http))).toBe('FORBIDDEN');
  expect(await codeOf(give([{ ...rule, readers: [] }]))).toBe('VALIDATION_FAILED');
  const kept = await give([rule]);
  expect(kept.rules).toEqual([rule]);
  expect(kept.radiologists.map(({ isAbsent }) => isAbsent)).toEqual([false, false]);
  const one = await submitted();
  expect(await givenTo(one)).toBe(first.id);
  expect(await told('case-arrived')).toEqual([first.email]);
  expect(await givenTo(await submitted())).toBe(second.id);
  expect(await told('case-arrived')).toEqual([second.email]);

  // A case assigned to a reader is listed among theirs, and anybody may claim it.
  const mine = await first.http.call(cases.searchWorklist, { body: { claim: 'mine' } });
  expect(mine.map(({ id }) => id)).toEqual([one]);
  await second.http.call(cases.claimCase, { params: { caseId: one } });
  expect(await givenTo(one)).toBeUndefined();
});

it('[RED-018] a reader who is absent gets no case and no mail, and what waits for them goes to another', async () => {
  const [first, second] = [readers[0]!, readers[1]!];
  await give([{ modality: null, urgency: null, subspecialty: null, readers: [first.id] }]);
  const waits = await submitted();
  expect(await givenTo(waits)).toBe(first.id);
  await told('case-arrived');
  await give([{ modality: null, urgency: null, subspecialty: null, readers: [first.id, second.id] }]);
  const absence = await away(first);
  await server.features.cases.watch();
  await server.features.cases.watch();
  expect(await givenTo(waits)).toBe(second.id);
  expect(await told('case-arrived')).toEqual([second.email]);

  // A case claimed by an absent reader is assigned anew, and the reader who is present is told that it is late.
  await first.http.call(cases.claimCase, { params: { caseId: waits } });
  await server.parts.db.drizzle.execute(sql`update cases set due_at = now() - interval '1 minute' where id = ${waits}`);
  await server.features.cases.watch();
  expect(await told('case-late')).toEqual([second.email]);
  expect([await givenTo(waits), await told('case-arrived')]).toEqual([second.id, [second.email]]);

  // With no reader present, the operators are told.
  const { email } = (await operator.call(accounts.getStaff)).user;
  const alsoAway = await away(second);
  await server.parts.db.drizzle.execute(
    sql`update cases set due_at = now() - interval '2 minutes' where id = ${waits}`,
  );
  await server.features.cases.watch();
  expect(await told('case-late')).toEqual([]);
  expect(await told('case-unclaimed')).toContain(email);
  const given = await submitted();
  expect(await givenTo(given)).toBeUndefined();
  expect(await told('case-arrived')).toEqual([]);
  await back(first, absence.id);
  await back(second, alsoAway.id);
});

it('[RED-018] a case that its reader leaves, or gives back, goes to another one, where the rules have another', async () => {
  const [first, second] = [readers[0]!, readers[1]!];
  const rule = { modality: null, urgency: null, subspecialty: null };
  const { db } = server.parts;
  await give([{ ...rule, readers: [first.id] }]);
  const caseId = await submitted();
  await first.http.call(cases.claimCase, { params: { caseId } });
  // So that the first reader has the fewest cases without this one.
  await db.drizzle.execute(sql`update cases set assigned_to = ${second.id} where claimed_by is null`);
  await give([{ ...rule, readers: [first.id, second.id] }]);
  await told('case-arrived');
  await db.drizzle.execute(sql`update cases set claim_active_at = now() - interval '1 day' where id = ${caseId}`);
  await server.features.cases.watch();
  expect([await givenTo(caseId), await told('case-arrived')]).toEqual([second.id, [second.email]]);

  await second.http.call(cases.claimCase, { params: { caseId } });
  await second.http.call(cases.releaseCase, { params: { caseId } });
  expect([await givenTo(caseId), await told('case-arrived')]).toEqual([first.id, [first.email]]);
  // One that was given to somebody else goes back to them.
  await second.http.call(cases.claimCase, { params: { caseId } });
  await second.http.call(cases.releaseCase, { params: { caseId } });
  expect([await givenTo(caseId), await told('case-arrived')]).toEqual([first.id, []]);

  await give([{ ...rule, readers: [first.id] }]);
  await first.http.call(cases.claimCase, { params: { caseId } });
  await first.http.call(cases.releaseCase, { params: { caseId } });
  expect(await givenTo(caseId)).toBe(first.id);
  await told('case-arrived');
  await give([]);
});

it('[RED-018] a case that came while its readers were away is given to who comes back, once and without a mail', async () => {
  const [first, second] = [readers[0]!, readers[1]!];
  await give([{ modality: null, urgency: null, subspecialty: null, readers: [first.id] }]);
  // What earlier tests left is given now.
  await server.features.cases.watch();
  const absence = await away(first);
  const waits = await submitted();
  expect(await givenTo(waits)).toBeUndefined();
  await server.features.cases.watch();
  expect(await givenTo(waits)).toBeUndefined();
  const claimed = await submitted();
  await second.http.call(cases.claimCase, { params: { caseId: claimed } });
  await back(first, absence.id);
  await told('case-arrived');
  await server.features.cases.watch();
  await server.features.cases.watch();
  expect(await givenTo(waits)).toBe(first.id);
  const { rows } = await server.parts.db.drizzle.execute<{ assigned_to: string | null }>(
    sql`select assigned_to from cases where id = ${claimed}`,
  );
  expect(rows).toEqual([{ assigned_to: null }]);
  await second.http.call(cases.releaseCase, { params: { caseId: claimed } });
  expect(await told('case-arrived')).toEqual([]);
  // Without a rule that fits it stays for all.
  await give([{ modality: 'MRI', urgency: null, subspecialty: null, readers: [first.id] }]);
  const forAll = await submitted();
  await server.features.cases.watch();
  expect(await givenTo(forAll)).toBeUndefined();
  await give([]);
});

it('[RED-018] a case that a reader claims at that moment is given to nobody else, be it of an absent reader or of nobody', async () => {
  const [first, second] = [readers[0]!, readers[1]!];
  const assignedTo = async (caseId: string) =>
    (await server.parts.db.drizzle.execute(sql`select assigned_to from cases where id = ${caseId}`)).rows[0];
  await give([{ modality: null, urgency: null, subspecialty: null, readers: [first.id, second.id] }]);
  await server.features.cases.watch();
  const absence = await away(second);
  const ofFirst = await submitted();
  await back(second, absence.id);
  expect(await givenTo(ofFirst)).toBe(first.id);
  const gone = await away(first);
  await told('case-arrived');
  await watchWhileClaimed(ofFirst, second);
  expect(await assignedTo(ofFirst)).toEqual({ assigned_to: first.id });

  await give([{ modality: null, urgency: null, subspecialty: null, readers: [first.id] }]);
  const ofNobody = await submitted();
  expect(await assignedTo(ofNobody)).toEqual({ assigned_to: null });
  await back(first, gone.id);
  await watchWhileClaimed(ofNobody, second);
  expect(await assignedTo(ofNobody)).toEqual({ assigned_to: null });
  for (const caseId of [ofFirst, ofNobody]) await second.http.call(cases.releaseCase, { params: { caseId } });
  await give([]);
});

it('rules that another operator has changed are not replaced unseen; of two at once one is refused', async () => {
  const rule = { modality: null, urgency: null, subspecialty: null, readers: [readers[0]!.id] };
  const { updatedAt: seen } = await operator.call(assignment.getAssignment);
  const replace = (rules: assignment.AssignmentRule[]) =>
    codeOf(operator.call(assignment.setAssignment, { body: { rules, seen } }));
  const answers = await Promise.all([replace([rule]), replace([{ ...rule, modality: 'CT' }])]);
  expect(answers.toSorted()).toEqual(['RULES_CHANGED', 'ok']);
  expect(await replace([])).toBe('RULES_CHANGED');
  const now = await operator.call(assignment.getAssignment);
  expect(now.rules).toHaveLength(1);
  await operator.call(assignment.setAssignment, { body: { rules: [], seen: now.updatedAt } });
});

it('what two operators change of one reader is kept of both', async () => {
  const { id, http } = readers[0]!;
  const set = (subspecialties: Subspecialty[], seen?: Subspecialty[]) =>
    operator.call(accounts.setSubspecialties, { params: { userId: id }, body: { subspecialties, seen } });
  const now = async () => (await http.call(accounts.getStaff)).user.subspecialties.toSorted();
  await set(['abdomen']);
  await set(['abdomen', 'chest', 'neuro'], ['abdomen']);
  // From a page on which chest and neuro were not there yet.
  await set(['breast'], ['abdomen']);
  expect(await now()).toEqual(['breast', 'chest', 'neuro']);
  await set([]);
  expect(await now()).toEqual([]);
});

it('[RED-018] cases go by subspecialty, and readers look for what is theirs', async () => {
  const [first, second] = [readers[0]!, readers[1]!];
  const reads = (by: HttpClient, { id }: { id: string }, subspecialties: Subspecialty[]) =>
    by.call(accounts.setSubspecialties, { params: { userId: id }, body: { subspecialties } });
  expect(await codeOf(reads(first.http, first, ['chest']))).toBe('FORBIDDEN');
  await reads(operator, first, ['chest', 'chest']);
  await reads(operator, second, ['abdomen']);
  expect((await first.http.call(accounts.getStaff)).user.subspecialties).toEqual(['chest']);
  const { rows } = await operator.call(accounts.findUsers, { body: { text: second.email } });
  expect(rows.map(({ subspecialties }) => subspecialties)).toEqual([['abdomen']]);

  const rule = { modality: null, urgency: null, readers: [] };
  expect(await codeOf(give([{ ...rule, subspecialty: null }]))).toBe('VALIDATION_FAILED');
  await give([
    { ...rule, subspecialty: 'chest' },
    { ...rule, subspecialty: 'abdomen' },
    { ...rule, subspecialty: 'neuro' },
  ]);
  const [lung, liver, brain] = [
    await submitted('Akciğer / göğüs'),
    await submitted('karaciğer'),
    await submitted('Head / brain'),
  ];
  expect([await givenTo(lung), await givenTo(liver), await givenTo(brain)]).toEqual([first.id, second.id, undefined]);

  const found = async ({ http }: { http: HttpClient }, subspecialty: cases.WorklistWish['subspecialty']) => {
    const all = await http.call(cases.searchWorklist, { body: { subspecialty, sort: 'case' } });
    return all.map(({ id, subspecialty: of }) => [id, of]).filter(([id]) => [lung, liver, brain].includes(id!));
  };
  expect(await found(first, 'mine')).toEqual([[lung, 'chest']]);
  expect(await found(first, 'neuro')).toEqual([[brain, 'neuro']]);
  expect(await found(first, null)).toHaveLength(3);
  // A view keeps it.
  const wish = cases.worklistWishSchema.parse({ subspecialty: 'mine' });
  await first.http.call(cases.setWorklistViews, { body: { views: [{ name: 'Göğüs', wish }] } });
  expect((await first.http.call(cases.getWorklistViews))[0]!.wish.subspecialty).toBe('mine');
  // Who reads nothing of their own finds nothing as theirs.
  await reads(operator, second, []);
  expect(await found(second, 'mine')).toEqual([]);
  await give([]);
});

it('cases from before subspecialties have those that new ones get, by whatever name of the part', async () => {
  const migration = await readFile(join(import.meta.dirname, '../../../../migrations/1341_subspecialties.sql'), 'utf8');
  const statement = migration.slice(migration.indexOf('update cases set'));
  const patient = await server.patient();
  const written = [
    ...BODY_PARTS.flatMap(({ tr, en, ar }) => [tr, en, ar]),
    '  ÜST   KARIN ',
    'akciger / gogus',
    'Sol böğür',
    null,
  ];
  const db = server.parts.db.drizzle;
  await db.execute(sql`
    insert into cases (id, case_number, patient_id, modality, body_part, urgency, uploaded_at)
    select gen_random_uuid(), 'OLD-' || row_number() over (), (select id from patients where email = ${patient.email}),
      modality, part, 'routine', now()
    from unnest(${sql.param(written)}::text[]) part, unnest(${sql.param([...cases.CASE_MODALITIES])}::text[]) modality`);
  await db.execute(sql.raw(statement));
  const { rows } = await db.execute<{ modality: string; body_part: string | null; subspecialty: string }>(
    sql`select modality, body_part, subspecialty from cases where case_number like 'OLD-%'`,
  );
  expect(rows.length).toBe(written.length * cases.CASE_MODALITIES.length);
  expect(rows.map(({ modality, body_part, subspecialty }) => [modality, body_part, subspecialty])).toEqual(
    rows.map(({ modality, body_part }) => [modality, body_part, subspecialtyOf(modality, body_part)]),
  );
  expect(new Set(rows.map(({ subspecialty }) => subspecialty))).toEqual(new Set(SUBSPECIALTIES));
});

it('[RED-018] operators who are absent are not told of unclaimed cases; with none there their address is', async () => {
  const { id, email } = (await operator.call(accounts.getStaff)).user;
  const caseId = await submitted();
  const halfOver = sql`update cases set due_at = now() + interval '1 hour', unclaimed_told_for = null where id = ${caseId}`;
  await told('case-unclaimed');
  await server.parts.db.drizzle.execute(halfOver);
  await server.features.cases.watch();
  expect(await told('case-unclaimed')).toContain(email);
  const absence = await away({ id });
  await server.parts.db.drizzle.execute(sql`update cases set due_at = now() + interval '2 hours' where id = ${caseId}`);
  await server.features.cases.watch();
  const now = await told('case-unclaimed');
  expect(now).not.toContain(email);
  expect(now).toHaveLength(1);
  await back({ id }, absence.id);
});

it('who is there is asked once for all claimed cases, and again under the lock for one whose claim ends', async () => {
  const [first, second] = [readers[0]!, readers[1]!];
  const claimed = [await submitted(), await submitted(), await submitted()];
  for (const caseId of claimed) await first.http.call(cases.claimCase, { params: { caseId } });
  const left = await submitted();
  await second.http.call(cases.claimCase, { params: { caseId: left } });
  const asked = vi.spyOn(server.features.accounts.staff, 'presentOfRole');
  await server.features.cases.endClaims();
  expect(asked).toHaveBeenCalledTimes(1);
  const absence = await away(second);
  asked.mockClear();
  await server.features.cases.endClaims();
  const { rows } = await server.parts.db.drizzle.execute<{ id: string; holder: string | null }>(
    sql`select id, claimed_by as holder from cases where id = any(${sql.param([...claimed, left])}::uuid[])`,
  );
  const holders = new Map(rows.map(({ id, holder }) => [id, holder]));
  expect(claimed.map((id) => holders.get(id))).toEqual(claimed.map(() => first.id));
  expect(holders.get(left)).toBeNull();
  // Once for all, once under the lock; the others by giving the one case anew.
  expect(asked.mock.calls.length).toBeLessThanOrEqual(4);
  asked.mockRestore();
  await back(second, absence.id);
});

it('a rule names radiologists alone; who has left stays in it until it is changed', async () => {
  const rule = (...ids: string[]) => ({ modality: null, urgency: null, subspecialty: null, readers: ids });
  const { id: operatorId } = (await operator.call(accounts.getStaff)).user;
  for (const stranger of [crypto.randomUUID(), operatorId])
    expect(await codeOf(give([rule(readers[0]!.id, stranger)]))).toBe('VALIDATION_FAILED');
  const left = crypto.randomUUID();
  await give([rule(readers[0]!.id)]);
  await server.parts.db.drizzle.execute(
    sql`update assignment_rules set rules = jsonb_set(rules, '{0,readers,0}', to_jsonb(${left}::text))`,
  );
  expect((await give([rule(left), rule(readers[1]!.id)])).rules).toHaveLength(2);
  await give([rule(readers[1]!.id)]);
  expect(await codeOf(give([rule(left)]))).toBe('VALIDATION_FAILED');
  await give([]);
});
