import { evaluation, scans } from '@duai/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallError, type HttpClient } from '../../../../scripts/http-client.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** More than the server counts, and more than the numbered pages hold. */
const SCANS = 1130;
let server: TestServer;
let admin: HttpClient;
let institutionId: string;

beforeAll(async () => {
  server = await startTestServer();
  const factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin, institutionId } = await factory.activated('sayfa'));
  // Many rows are equal in every column of the table, some have empty columns, and times differ by a microsecond.
  await server.parts.db.drizzle.execute(`
    insert into scans (id, institution_id, source, billing, status, study_description, modality, study_date, submitted_at, created_at)
    select gen_random_uuid(), '${institutionId}', 'pacs', 'metered', (array['complete', 'failed'])[1 + n % 2],
      (array['Chest', null, 'Äbdomen', 'Knee'])[1 + n % 4], (array['CT', 'MR', null])[1 + n % 3],
      case when n % 5 > 0 then date '2025-01-01' + n % 7 end, now(), timestamptz '2026-01-01' + n / 3 * interval '1 microsecond'
    from generate_series(1, ${SCANS}) n`);
});
afterAll(() => server.end());

type Query = NonNullable<Parameters<typeof admin.call<typeof scans.listStudies>>[1]>['query'];
const studies = (query: Query) => admin.call(scans.listStudies, { query });

/** The ids page by page, forward and back. */
async function walk(query: Query) {
  const there: string[][] = [];
  let page = await studies(query);
  for (;;) {
    there.push(page.rows.map(({ id }) => id));
    if (page.next === null) break;
    page = await studies({ ...query, cursor: page.next });
  }
  const back = [page.rows.map(({ id }) => id)];
  while (page.previous !== null) {
    page = await studies({ ...query, cursor: page.previous });
    back.unshift(page.rows.map(({ id }) => id));
  }
  return { there, back };
}

describe('a list of more than a thousand studies', () => {
  it.each(
    scans.STUDY_SORTS.flatMap((sort) =>
      (['ascending', 'descending'] as const).map((direction) => ({ sort, direction })),
    ),
  )('is read to its end and back by $sort, $direction', async (query) => {
    const column = {
      uploadDate: 'created_at',
      studyDate: 'study_date',
      studyDescription: 'study_description',
      modality: 'modality',
      status: 'status',
    }[query.sort];
    const way = query.direction === 'ascending' ? 'asc' : 'desc';
    const last = query.sort === 'uploadDate' ? `id ${way}` : 'created_at desc, id desc';
    const { rows } = await server.parts.db.drizzle.execute<{ id: string }>(
      `select id from scans where institution_id = '${institutionId}' order by ${column} ${way} nulls last, ${last}`,
    );
    const { there, back } = await walk(query);
    expect(there.flat()).toEqual(rows.map(({ id }) => id));
    expect(back.flat()).toEqual(there.flat());
    expect(there.slice(0, -1).every(({ length }) => length === scans.STUDIES_PER_PAGE)).toBe(true);
  });

  it('finds a study by its whole UID, and every study that has a part of it', async () => {
    const execute = (text: string) => server.parts.db.drizzle.execute(text);
    const uid = '1.2.826.0.1.3680043.8.498.1234';
    await execute(`
      with two as (select id, row_number() over (order by id) as n from scans where institution_id = '${institutionId}' limit 2)
      update scans set study_instance_uid = '${uid}' || case when two.n = 2 then '.5' else '' end from two where two.id = scans.id`);
    const found = async (text: string) => (await studies({ text })).rows.length;
    expect([await found(uid), await found(`${uid}.5`), await found(uid.slice(0, -1))]).toEqual([1, 1, 2]);
    await execute(`update scans set study_instance_uid = null where institution_id = '${institutionId}'`);
  });

  it('has numbers on its first pages, and says so where a number is asked for that it does not have', async () => {
    const { rows, next, total } = await studies({ page: '40' });
    expect([rows.length, total]).toEqual([25, 1001]);
    const { there } = await walk({});
    expect(rows.map(({ id }) => id)).toEqual(there[39]);
    expect((await studies({ cursor: next! })).rows.map(({ id }) => id)).toEqual(there[40]);
    await expect(studies({ page: '41' })).rejects.toMatchObject({ body: { code: 'VALIDATION_FAILED' } });
  });

  it.each([
    ['a time that is none', {}, ['9999-99-99T99:99:99.000000Z']],
    ['a day of the year 0', { sort: 'studyDate' }, ['0000-01-01', '2026-01-01T00:00:00.000000Z']],
    ['a character that no text holds', { sort: 'modality' }, ['a\0', '2026-01-01T00:00:00.000000Z']],
    ['a place too few', { sort: 'modality' }, ['CT']],
  ] as const)('refuses a cursor with %s as wrong input', async (_, query, keys) => {
    const place = ['after', [...keys, 'ffffffff-ffff-4fff-bfff-ffffffffffff']];
    const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
    const { status } = await admin.send(scans.listStudies, { query: { ...query, cursor } });
    expect(status).toBe(400);
  });

  it('keeps its place when rows come and go', async () => {
    const { there } = await walk({});
    const { next } = await studies({});
    const { drizzle } = server.parts.db;
    await drizzle.execute(`delete from scans where id = '${there[0]!.at(-1)}'`);
    expect((await studies({ cursor: next! })).rows.map(({ id }) => id)).toEqual(there[1]);
  });

  it('refuses what is no cursor, or one of another list, as the caller’s mistake', async () => {
    const { next } = await studies({ sort: 'modality' });
    for (const cursor of ['x', Buffer.from('["after",["1","2"]]').toString('base64url'), next!]) {
      const error = await studies({ cursor }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CallError);
      expect((error as CallError).body).toMatchObject({ code: 'VALIDATION_FAILED' });
    }
  });

  it('is the same for the studies of a question: only those of the page are read', async () => {
    const { id: questionId } = await admin.call(evaluation.createQuestion, {
      body: { name: 'Q', algorithmId: 'ct.lung-density', positiveWhen: { kind: 'finding', code: 'DENSITY' } },
    });
    const seen: string[] = [];
    let cursor: string | undefined;
    for (;;) {
      const found = await admin.call(evaluation.listProofCases, {
        params: { questionId },
        query: cursor ? { cursor } : {},
      });
      expect(found.total).toBe(1001);
      expect(found.rows.length).toBeLessThanOrEqual(evaluation.PROOF_CASES_PER_PAGE);
      seen.push(...found.rows.map(({ scanId }) => scanId));
      if (found.next === null) break;
      cursor = found.next;
    }
    const { rows } = await server.parts.db.drizzle.execute<{ id: string }>(
      `select id from scans where institution_id = '${institutionId}' order by created_at, id`,
    );
    expect(seen).toEqual(rows.map(({ id }) => id));
  });
});
