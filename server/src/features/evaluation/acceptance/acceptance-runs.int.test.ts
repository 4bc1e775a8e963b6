import { randomUUID } from 'node:crypto';
import {
  acceptance as contract,
  given,
  installedAlgorithms,
  operations,
  evaluation as proof,
  scans,
} from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { systemContext } from '../../../core/actor.ts';
import { allPages } from '../../../testing/all-pages.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { NETWORKS, packageOf } from '../../../testing/packages.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const ID = 'test.brightness';
const RULE = { isRequired: true, leastSensitivity: 1, leastSpecificity: 0.5, leastStudies: 1 };

let server: TestServer;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
let mine: Awaited<ReturnType<ReturnType<typeof createInstitutionFactory>['activated']>>;
let theirs: typeof mine;
/** A chest phantom is bright at its ends, and its middle alone is not: two of each. */
let bright: string[];
let dark: string[];
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
  [mine, theirs] = [await factory.activated('kabul'), await factory.activated('istemez')];
  for (const version of ['1.0.0', '2.0.0', '3.0.0'])
    await server.features.packages.importPackage(systemContext, packageOf(NETWORKS.plain, { manifest: { version } }));
  const sent = async (from: number, to: number) =>
    (await factory.upload(mine.admin, factory.freshPhantom().files.slice(from, to))).scan.id;
  bright = [await sent(0, 24), await sent(0, 24)];
  dark = [await sent(9, 15), await sent(9, 15)];
  await factory.settled(mine.admin);
});
afterAll(() => server.end());

const change = (
  change: (typeof installedAlgorithms.VERSION_CHANGES)[number],
  version: string,
  institutionId: string | null,
  algorithmId = ID,
) =>
  operator.call(installedAlgorithms.changeVersion, {
    params: { algorithmId, version },
    body: { change, institutionId },
  });
const versionsFor = async (institutionId: string, algorithmId = ID) =>
  Object.fromEntries(
    (await operator.call(installedAlgorithms.listInstalled, { query: { institutionId } })).versions
      .filter(({ id }) => id === algorithmId)
      .map(({ version, state, acceptance }) => [version, [state, acceptance]]),
  );
const setRule = (body: contract.AcceptanceRule) => mine.admin.call(contract.setAcceptanceRule, { body });
const start = (version: string, institutionId = mine.institutionId, algorithmId = ID) =>
  operator.call(contract.startAcceptance, { params: { institutionId }, body: { algorithmId, version } });
/** The run, once it has ended. */
async function ended({ id }: { id: string }): Promise<contract.AcceptanceRun> {
  const params = { institutionId: mine.institutionId };
  return waitFor(
    async () => {
      const { runs } = await operator.call(contract.getAcceptanceOf, { params });
      return runs.find((run) => run.id === id && run.status !== 'running');
    },
    60_000,
    () => `the acceptance run has not ended; log:\n${server.logLines.slice(-5).join('')}`,
  );
}
const versionOf = (algorithmId: string): string =>
  given(
    server.parts.algorithms.find(({ manifest }) => manifest.id === algorithmId),
    algorithmId,
  ).manifest.version;
/** Labels: these studies have the condition, and those have not. */
async function label(questionId: string, withIt: string[], withoutIt: string[]): Promise<void> {
  const csv = [...withIt.map((id) => `${id},1`), ...withoutIt.map((id) => `${id},0`)].join('\n');
  await mine.admin.call(proof.uploadGroundTruth, { params: { questionId }, body: { csv } });
}

describe('an institution that asks for an acceptance run', () => {
  let question: proof.Question;

  it('has none of its versions tried before it has labels, or asked for anything', async () => {
    expect(await mine.admin.call(contract.getAcceptance)).toEqual({
      rule: contract.ACCEPTANCE_DEFAULT,
      ...{ runs: [], next: null, previous: null },
    });
    expect(await codeOf(start('1.0.0'))).toBe('ACCEPTANCE_WITHOUT_LABELS');
    expect(await codeOf(start('9.0.0'))).toBe('NOT_FOUND');
    expect(await codeOf(start('1.0.0', randomUUID()))).toBe('NOT_FOUND');
    // A reader outlines what it measures, so it cannot run by itself.
    expect(await codeOf(start(versionOf('ct.agatston'), mine.institutionId, 'ct.agatston'))).toBe(
      'ACCEPTANCE_NOT_POSSIBLE',
    );
    // Nothing is asked yet: a version is made active as always.
    await change('activate', '1.0.0', mine.institutionId);
    expect(await versionsFor(mine.institutionId)).toMatchObject({ '1.0.0': ['active', null] });
  });

  it('is refused a version that was not tried, whoever chooses it; what is active stays', async () => {
    await setRule(RULE);
    expect((await mine.admin.call(contract.getAcceptance)).rule).toEqual(RULE);
    expect(await versionsFor(mine.institutionId)).toMatchObject({
      '1.0.0': ['active', 'missing'],
      '2.0.0': ['off', 'missing'],
    });
    expect(await codeOf(change('activate', '2.0.0', mine.institutionId))).toBe('VERSION_NOT_ACCEPTED');
    // By default it becomes active for everybody else.
    await change('activate', '2.0.0', null);
    expect(await versionsFor(theirs.institutionId)).toMatchObject({ '2.0.0': ['active', null] });
    expect(await versionsFor(mine.institutionId)).toMatchObject({ '1.0.0': ['active', 'missing'] });
    // Off is always possible; back to a version that was not accepted is not, and is not offered.
    await change('off', '1.0.0', mine.institutionId);
    expect(await codeOf(change('activate', '1.0.0', mine.institutionId))).toBe('VERSION_NOT_ACCEPTED');
  });

  it('has a version run on its labelled studies as in the shadow, and keeps the figures with their intervals', async () => {
    question = await mine.admin.call(proof.createQuestion, {
      body: {
        name: 'Bright',
        algorithmId: ID,
        positiveWhen: { kind: 'measurement', code: 'BRIGHT', direction: 'at-least', threshold: 50 },
      },
    });
    await label(question.id, bright, dark);
    const computed = vi.spyOn(server.parts.compute, 'run');
    const begun = await start('2.0.0');
    const run = await ended(begun);
    // Runs that are shown go before them.
    expect(computed.mock.calls.map(([, , { isBehind }]) => isBehind)).toEqual([true, true, true, true]);
    computed.mockRestore();
    expect(run).toMatchObject({ status: 'passed', version: '2.0.0', rule: RULE, studies: 4, done: 4 });
    expect(run.questions).toMatchObject([
      {
        ...{ name: 'Bright', withoutAnswer: 0, gaps: [] },
        accuracy: {
          ...{ truePositives: 2, falsePositives: 0, trueNegatives: 2, falseNegatives: 0 },
          // Wilson's interval of 2 of 2: 4 / (4 + 2 · 1.96²) below.
          sensitivity: { value: 1, low: expect.closeTo(0.3424, 3), high: 1, count: 2, of: 2 },
        },
      },
    ]);
    // Nobody is shown what it told.
    const { analyses } = await mine.admin.call(scans.getScan, { params: { scanId: bright[0]! } });
    expect(analyses.map(({ algorithmId }) => algorithmId)).not.toContain(ID);
    expect((await mine.admin.call(contract.getAcceptance)).runs).toEqual([run]);

    // While it is tried anew the last end holds.
    await server.parts.db.drizzle.execute(sql`
      insert into acceptance_runs (id, institution_id, algorithm_id, version, status, rule, studies, started_at)
      select gen_random_uuid(), institution_id, algorithm_id, version, 'running', rule, studies, now()
      from acceptance_runs where id = ${run.id}`);
    expect((await versionsFor(mine.institutionId))['2.0.0']).toContain('passed');
    // The default reaches it now, and it may choose the version itself.
    await change('activate', '2.0.0', mine.institutionId);
    expect(await versionsFor(mine.institutionId)).toMatchObject({ '2.0.0': ['active', 'passed'] });
    await server.parts.db.drizzle.execute(sql`delete from acceptance_runs where status = 'running'`);
  });

  it('has a version refused that does not reach what is asked; results of an earlier run are not made anew', async () => {
    await setRule({ ...RULE, leastStudies: 3, leastSpecificity: 1 });
    await label(question.id, [...bright, dark[0]!], [dark[1]!]);
    const run = await ended(await start('2.0.0'));
    expect(run).toMatchObject({ status: 'not-passed' });
    expect(run.questions).toMatchObject([
      { gaps: ['too-few-studies', 'sensitivity'], accuracy: { sensitivity: { count: 2, of: 3 } } },
    ]);
    // It is active and stays so; once off it does not come back.
    expect(await versionsFor(mine.institutionId)).toMatchObject({ '2.0.0': ['active', 'not-passed'] });
    await change('off', '2.0.0', mine.institutionId);
    expect(await codeOf(change('activate', '2.0.0', mine.institutionId))).toBe('VERSION_NOT_ACCEPTED');
    expect(await codeOf(change('roll-back', '2.0.0', mine.institutionId))).toBe('VERSION_STEP_CHANGED');
    const { rows } = await server.parts.db.drizzle.execute(
      `select count(*)::int as runs from shadow_analyses where algorithm_version = '2.0.0'`,
    );
    expect(rows).toEqual([{ runs: 4 }]);

    await setRule({ ...RULE, isRequired: false });
    await change('activate', '2.0.0', mine.institutionId);
    expect(await versionsFor(mine.institutionId)).toMatchObject({ '2.0.0': ['active', null] });
  });

  it('has a version that comes with the software run in the same way, and made active only when it passed', async () => {
    const algorithmId = 'qc.series';
    const version = versionOf(algorithmId);
    const own = () => versionsFor(mine.institutionId, algorithmId);
    await setRule(RULE);
    // An update of the software takes nothing away; assisted algorithms are not tried.
    expect(await own()).toEqual({ [version]: ['active', 'missing'] });
    const agatston = versionOf('ct.agatston');
    expect(await versionsFor(mine.institutionId, 'ct.agatston')).toEqual({ [agatston]: ['active', null] });

    // Off by default reaches everybody; on again reaches this institution once the version has passed.
    await change('off', version, null, algorithmId);
    expect(await own()).toEqual({ [version]: ['off', 'missing'] });
    await change('activate', version, null, algorithmId);
    expect(await versionsFor(theirs.institutionId, algorithmId)).toEqual({ [version]: ['active', null] });
    expect(await own()).toEqual({ [version]: ['off', 'missing'] });
    expect(await codeOf(change('activate', version, mine.institutionId, algorithmId))).toBe('VERSION_NOT_ACCEPTED');

    const many = await mine.admin.call(proof.createQuestion, {
      body: {
        name: 'Many images',
        algorithmId,
        positiveWhen: { kind: 'measurement', code: 'INSTANCES', direction: 'at-least', threshold: 10 },
      },
    });
    await label(many.id, bright, dark);
    const shown = () => mine.admin.call(scans.getScan, { params: { scanId: given(bright[0], 'a study') } });
    const before = await shown();
    const run = await ended(await start(version, mine.institutionId, algorithmId));
    expect(run).toMatchObject({ algorithmId, version, status: 'passed', studies: 4, done: 4 });
    expect(run.questions).toMatchObject([
      { name: 'Many images', withoutAnswer: 0, accuracy: { truePositives: 2, trueNegatives: 2 } },
    ]);
    expect(await shown()).toEqual(before);

    expect(await own()).toEqual({ [version]: ['active', 'passed'] });
    await change('off', version, mine.institutionId, algorithmId);
    await change('activate', version, mine.institutionId, algorithmId);
    expect(await own()).toEqual({ [version]: ['active', 'passed'] });
    await setRule({ ...RULE, isRequired: false });
  });

  it('leaves a trail, and shows its runs to nobody else', async () => {
    const { rows } = await operator.call(operations.listAudit, { query: { what: 'acceptance' } });
    expect(new Set(rows.map(({ action }) => action))).toEqual(
      new Set([
        'trial.acceptance-asked',
        'trial.acceptance-not-asked',
        'algorithms.acceptance-run',
        'algorithms.acceptance-passed',
        'algorithms.acceptance-not-passed',
      ]),
    );
    expect((await theirs.admin.call(contract.getAcceptance)).runs).toEqual([]);
  });

  it('has all its runs listed, page by page, the newest first, for its administrators and for operators', async () => {
    const most = contract.ACCEPTANCE_RUNS_PER_PAGE;
    const { institutionId } = theirs;
    await server.parts.db.drizzle.execute(sql`
      insert into acceptance_runs (id, institution_id, algorithm_id, version, status, rule, studies, questions, started_at)
      select gen_random_uuid(), ${institutionId}, ${ID}, '1.0.0', 'passed', ${JSON.stringify(RULE)}, '[]', '[]',
        now() - n / 3 * interval '1 second' from generate_series(1, ${3 * most + 1}) n`);
    type Asked = { query: { cursor: string } };
    for (const read of [
      (asked: Asked) => theirs.admin.call(contract.getAcceptance, asked),
      (asked: Asked) => operator.call(contract.getAcceptanceOf, { ...asked, params: { institutionId } }),
    ]) {
      const pages = (await allPages(read)).map(({ runs }) => runs);
      expect(pages.map(({ length }) => length)).toEqual([most, most, most, 1]);
      const times = pages.flat().map(({ startedAt }) => startedAt);
      expect(times).toEqual([...times].sort().reverse());
      expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(3 * most + 1);
    }
  });
});

it('an operator sees on which stored studies a version would run, and why not on the others; nothing runs', async () => {
  const before = await server.parts.db.drizzle.execute('select count(*)::int as runs from shadow_analyses');
  const query = { institutionId: mine.institutionId };
  const would = await operator.call(installedAlgorithms.dryRunVersion, {
    params: { algorithmId: ID, version: '3.0.0' },
    query,
  });
  expect(would.map(({ wouldRun, reason }) => [wouldRun, reason])).toEqual(Array(4).fill([true, null]));
  const { version } = server.parts.algorithms.find(({ manifest }) => manifest.id === 'ct.lung-density')!.manifest;
  const lungs = await operator.call(installedAlgorithms.dryRunVersion, {
    params: { algorithmId: 'ct.lung-density', version },
    query,
    language: 'en',
  });
  const reasonOf = (scanId: string) => lungs.find((row) => row.scanId === scanId);
  expect(reasonOf(bright[0]!)).toMatchObject({ wouldRun: true, reason: null });
  expect(reasonOf(dark[0]!)).toMatchObject({
    wouldRun: false,
    reason: expect.stringMatching(/^There are too few slices/),
  });
  expect(
    await codeOf(
      operator.call(installedAlgorithms.dryRunVersion, { params: { algorithmId: ID, version: '9.0.0' }, query }),
    ),
  ).toBe('NOT_FOUND');
  expect((await server.parts.db.drizzle.execute('select count(*)::int as runs from shadow_analyses')).rows).toEqual(
    before.rows,
  );
});
