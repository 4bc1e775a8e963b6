import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  comparison,
  institutionData,
  institutions,
  billing as metering,
  evaluation as proof,
  scans as scanContract,
} from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CallError, type HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { readCsv } from '../../core/files/csv.ts';
import { sha256Hex } from '../../core/ids.ts';
import { codeOf } from '../../testing/code-of.ts';
import { collectGarbage } from '../../testing/collect-garbage.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { rewriteRuns } from '../../testing/rewrite-runs.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let admin: HttpClient;
let other: HttpClient;
let scans: scanContract.Scan[];
const uids: string[] = [];

const phantom = (seed: number, emphysemaShare: number) =>
  chestPhantom({ slices: 24, matrix: 96, pixelSpacingMm: 3.8, sliceThicknessMm: 10, seed, emphysemaShare });

beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin } = await factory.activated('kanit'));
  ({ admin: other } = await factory.activated('komsu'));
  for (const [index, share] of [0.05, 0.05, 0.05, 0.4, 0.4, 0.4].entries())
    await factory.upload(admin, phantom(90_000 + index, share).files);
  scans = (await factory.settled(admin)).toReversed();
  const { rows } = await server.parts.db.drizzle.execute<{ id: string; uid: string }>(
    sql`select id, study_instance_uid as uid from scans order by created_at`,
  );
  for (const scan of scans) uids.push(rows.find((row) => row.id === scan.id)!.uid);
}, 240_000);
afterAll(() => server.end());

const QUESTION = {
  name: 'Emphysema',
  algorithmId: 'ct.lung-density',
  positiveWhen: { kind: 'measurement', code: 'MEAN_LUNG_DENSITY', direction: 'at-most', threshold: -880 },
} as const;
let question: proof.Question;

describe('a question to an algorithm', () => {
  it('is made of what its results hold, and has a name once', async () => {
    const choices = await admin.call(proof.listProofChoices);
    const density = choices.find(({ algorithmId }) => algorithmId === 'ct.lung-density')!;
    expect(density.measurements.map(({ code }) => code)).toContain('MEAN_LUNG_DENSITY');
    question = await admin.call(proof.createQuestion, { body: QUESTION });
    // Its threshold is told with the unit of the measurement, whatever the caller says of it.
    expect(question.positiveWhen).toEqual({ ...QUESTION.positiveWhen, unit: "[hnsf'U]" });
    expect(await codeOf(admin.call(proof.createQuestion, { body: QUESTION }))).toBe('QUESTION_EXISTS');
  });

  it('that was asked before units were kept has one after the migration', async () => {
    const { drizzle } = server.parts.db;
    await drizzle.execute(sql`update proof_questions set positive_when = positive_when - 'unit'`);
    const path = join(import.meta.dirname, '../../../migrations/1560_units_of_questions.sql');
    await drizzle.execute(sql.raw(await readFile(path, 'utf8')));
    expect((await admin.call(proof.listProofs)).proofs.map((found) => found.question)).toContainEqual(question);
  });

  it('takes ground truth by line or not at all', async () => {
    const params = { questionId: question.id };
    const refused = await admin
      .call(proof.uploadGroundTruth, { params, body: { csv: `${uids[0]},0\n${uids[1]},perhaps\n` }, language: 'tr' })
      .catch((error: CallError) => error);
    expect(refused).toBeInstanceOf(CallError);
    expect((refused as CallError).body).toMatchObject({
      code: 'GROUND_TRUTH_INVALID',
      details: { errors: [{ line: 2, message: expect.stringContaining('perhaps') }], total: 1 },
    });
    expect((await admin.call(proof.listProofCases, { params })).rows.every((row) => row.label === null)).toBe(true);
    const csv = ['study,label', `${uids[0]},0`, `${uids[1]},0`, `${scans[2]!.id},1`, `${uids[3]},1`, '1.2.3.4,1'].join(
      '\n',
    );
    expect(await admin.call(proof.uploadGroundTruth, { params, body: { csv } })).toEqual({
      stored: 5,
      unknownStudies: 1,
    });
  });

  it('is answered with figures; a verdict is a truth where there is no label', async () => {
    for (const verdict of ['agree', 'disagree', null, 'agree'] as const) {
      await admin.call(proof.setVerdict, {
        params: { scanId: scans[4]!.id },
        body: { algorithmId: QUESTION.algorithmId, code: 'MEAN_LUNG_DENSITY', questionId: question.id, verdict },
      });
    }
    expect((await admin.call(proof.listVerdicts)).rows).toHaveLength(1);
    const { proofs, turnaround } = await admin.call(proof.listProofs);
    expect(proofs[0]).toMatchObject({
      evaluated: 5,
      withoutAnswer: 0,
      withoutTruth: 1,
      // Scan 2 is labelled positive, but its density gives a negative answer.
      all: { truePositives: 2, falseNegatives: 1, trueNegatives: 2, falsePositives: 0, isSmall: true },
    });
    expect(proofs[0]!.all.sensitivity!.value).toBeCloseTo(2 / 3, 10);
    expect(proofs[0]!.all.auc!.value).toBeGreaterThan(0.5);
    expect(turnaround!.count).toBe(6);
    expect(turnaround!.minSeconds).toBeGreaterThan(0);
  });

  it('is compared with another question on the studies that both answered, and with none of somebody else', async () => {
    const never = await admin.call(proof.createQuestion, {
      body: { ...QUESTION, name: 'Never', positiveWhen: { ...QUESTION.positiveWhen, threshold: -2000 } },
    });
    const params = { questionId: question.id };
    const compare = (query: { otherQuestionId?: string; version?: string }, by = admin) =>
      by.call(comparison.compareAnswers, { params, query });
    const { proofs } = await admin.call(proof.listProofs);
    const compared = await compare({ otherQuestionId: never.id });
    expect(compared).toMatchObject({ studies: 5, leftOut: 0, isCut: false });
    expect(compared.sides[0].accuracy).toEqual(proofs.find((each) => each.question.id === question.id)!.all);
    expect(compared.sides[1].accuracy).toMatchObject({ truePositives: 0, falseNegatives: 3, trueNegatives: 2 });
    expect(compared.together).toEqual({ bothPositive: 0, firstAlone: 2, secondAlone: 0, bothNegative: 3 });
    expect(compared.sides.map(({ roc }) => [roc!.at(0), roc!.at(-1)])).toEqual(
      Array(2).fill([
        [0, 0],
        [1, 1],
      ]),
    );

    expect(await admin.call(comparison.listComparable, { params })).toEqual([]);
    expect(await compare({ version: '9.9.9' })).toMatchObject({ studies: 0, leftOut: 5 });
    expect(await codeOf(compare({}))).toBe('VALIDATION_FAILED');
    expect(await codeOf(compare({ otherQuestionId: randomUUID() }))).toBe('NOT_FOUND');
    expect(await codeOf(compare({ otherQuestionId: never.id }, other))).toBe('NOT_FOUND');
    const theirs = await other.call(proof.createQuestion, { body: QUESTION });
    expect(await codeOf(compare({ otherQuestionId: theirs.id }))).toBe('NOT_FOUND');
    await admin.call(proof.deleteQuestion, { params: { questionId: never.id } });
    await other.call(proof.deleteQuestion, { params: { questionId: theirs.id } });
  });

  it('is judged finding by finding: two of one code have two verdicts, and a study is positive by one that is right', async () => {
    const scanId = scans[0]!.id;
    // Two findings with one code, as in a study with two nodules.
    await rewriteRuns(
      server.parts.db,
      scanId,
      sql`update analyses set result = jsonb_set(result, '{findings}',
            (result -> 'findings') || (result -> 'findings' -> 0) || (result -> 'findings' -> 0))
          from studies where studies.id = analyses.study_id and studies.scan_id = ${scanId}
            and algorithm_id = 'ct.lung-density'`,
    );
    const { findings } = await admin.call(scanContract.getScan, { params: { scanId } });
    const density = findings.filter(({ algorithmId }) => algorithmId === 'ct.lung-density');
    const twins = density.filter(({ code }) => code === density[0]!.code);
    expect(twins.length).toBeGreaterThanOrEqual(3);
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
    const give = (findingId: string, verdict: 'agree' | 'disagree' | null, by = admin, of = scanId) =>
      by.call(proof.setVerdict, { params: { scanId: of }, body: { findingId, verdict } });
    await give(twins[0]!.id, 'disagree');
    await give(twins[1]!.id, 'agree');
    await give(twins[1]!.id, 'disagree');
    await give(twins[1]!.id, 'agree');
    const given = (await admin.call(proof.listVerdicts, { query: { scanId } })).rows;
    expect(new Map(given.map((row) => [row.findingId, row.verdict]))).toEqual(
      new Map([
        [twins[0]!.id, 'disagree'],
        [twins[1]!.id, 'agree'],
      ]),
    );
    const { id: questionId } = await admin.call(proof.createQuestion, {
      body: {
        name: 'Twins',
        algorithmId: 'ct.lung-density',
        positiveWhen: { kind: 'finding', code: twins[0]!.code },
      },
    });
    const verdictOnStudy = async () =>
      (await admin.call(proof.listProofCases, { params: { questionId } })).rows.find((row) => row.scanId === scanId)!
        .verdict;
    expect(await verdictOnStudy()).toBe('agree');
    await give(twins[1]!.id, 'disagree');
    expect(await verdictOnStudy()).toBeNull();
    for (const { id } of twins) await give(id, 'disagree');
    expect(await verdictOnStudy()).toBe('disagree');

    expect(await codeOf(give(randomUUID(), 'agree'))).toBe('NOT_FOUND');
    expect(await codeOf(give(density[0]!.id, 'agree', admin, scans[1]!.id))).toBe('NOT_FOUND');
    expect(await codeOf(give(density[0]!.id, 'agree', other))).toBe('NOT_FOUND');
    for (const { id } of twins) await give(id, null);
    await admin.call(proof.deleteQuestion, { params: { questionId } });
  });

  it('belongs to its institution: another one sees, changes and counts nothing of it', async () => {
    const params = { questionId: question.id };
    expect((await other.call(proof.listProofs)).proofs).toEqual([]);
    expect(await codeOf(other.call(proof.listProofCases, { params }))).toBe('NOT_FOUND');
    expect(await codeOf(other.call(proof.uploadGroundTruth, { params, body: { csv: '1.2,1' } }))).toBe('NOT_FOUND');
    expect(await codeOf(other.call(proof.deleteQuestion, { params }))).toBe('NOT_FOUND');
    const body = { algorithmId: 'ct.lung-density', code: 'VOLUME', verdict: 'agree' as const };
    expect(await codeOf(other.call(proof.setVerdict, { params: { scanId: scans[0]!.id }, body }))).toBe('NOT_FOUND');
  });
});

describe('the dossier', () => {
  it('is frozen as CSV and PDF, whose hashes are known', async () => {
    const dossier = await admin.call(proof.createDossier);
    const params = { dossierId: dossier.id };
    const csv = Buffer.from(await admin.bytes(proof.getDossierCsv, { params }));
    const pdf = await admin.bytes(proof.getDossierPdf, { params });
    expect([sha256Hex(csv), sha256Hex(pdf)]).toEqual([dossier.csvSha256, dossier.pdfSha256]);
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    const [head, ...lines] = readCsv(csv.toString()).map((record) => record.cells);
    expect(lines).toHaveLength(6);
    const truth = head!.indexOf('truth');
    expect(lines.map((cells) => cells[truth])).toEqual([
      'negative',
      'negative',
      'positive',
      'positive',
      'positive',
      '',
    ]);
    await admin.call(proof.createQuestion, { body: { ...QUESTION, name: 'Later' } });
    expect(Buffer.from(await admin.bytes(proof.getDossierCsv, { params }))).toEqual(csv);
    expect(await codeOf(other.bytes(proof.getDossierPdf, { params }))).toBe('NOT_FOUND');
  });
});

describe('the usage statement', () => {
  it('counts a month from the ledger, as CSV and PDF', async () => {
    const [statement] = await admin.call(metering.listStatements);
    expect(statement).toMatchObject({ trialScans: 6, meteredScans: 0, releasedScans: 0, openScans: 0 });
    const params = { month: statement!.month };
    const answer = await admin.send(metering.getStatementCsv, { params });
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    const lines = readCsv(await answer.text());
    expect(lines).toHaveLength(7);
    expect(lines.slice(1).every(({ cells }) => cells[6] === 'charged')).toBe(true);
    expect((await admin.bytes(metering.getStatementPdf, { params })).length).toBeGreaterThan(5000);
    expect(await other.call(metering.listStatements)).toEqual([]);
    expect(await codeOf(other.bytes(metering.getStatementCsv, { params }))).toBe('NOT_FOUND');
  });

  it('has a way on: the operators are asked by mail', async () => {
    await admin.call(metering.requestUpgrade, { body: { message: 'From December, please.' } });
    await expect
      .poll(async () => (await server.parts.mailbox.list()).map((mail) => mail.text))
      .toEqual(expect.arrayContaining([expect.stringContaining('From December, please.')]));
  });
});

describe('the data of a trial', () => {
  it('come back whole, as one streamed ZIP', async () => {
    const zip = unzipSync(await admin.bytes(institutionData.downloadTrialData));
    const names = Object.keys(zip);
    expect(names.filter((name) => name.endsWith('.dcm'))).toHaveLength(6 * 24);
    expect(names.filter((name) => /dossiers\/.*\.(csv|pdf)$/.test(name))).toHaveLength(2);
    const first = `scans/${scans[0]!.id}/series-1/00001.dcm`;
    const sent = phantom(90_000, 0.05).files.map((file) => sha256Hex(file.bytes));
    expect(sent).toContain(sha256Hex(zip[first]!));
    expect(strFromU8(zip['ground-truth.csv']!)).toContain(`Emphysema,${uids[0]},negative`);
  });

  it('are deleted only when the name is typed, and then nothing of them is left', async () => {
    const wrong = admin.call(institutionData.deleteTrialData, { body: { institutionName: 'Kıyı' } });
    expect(await codeOf(wrong)).toBe('NAME_NOT_CONFIRMED');
    expect(await admin.call(scanContract.listScans)).toHaveLength(6);
    await factory.upload(other, phantom(90_000, 0.05).files);
    await factory.settled(other);

    await server.parts.db.drizzle.execute(
      sql`with hook as (insert into webhooks (id, institution_id, url, event, secret_encrypted, created_at)
            select gen_random_uuid(), institution_id, 'https://hook.example', 'analysis.finished', '', now()
            from scans where id = ${scans[1]!.id} returning id, institution_id)
          insert into webhook_deliveries (id, webhook_id, institution_id, event, scan_id, cause, payload, created_at)
          select gen_random_uuid(), id, institution_id, 'analysis.finished', ${scans[1]!.id}, 'x',
            jsonb_build_object('scan', jsonb_build_object('studyInstanceUid', ${uids[1]}::text)), now() from hook`,
    );
    const done = await admin.call(institutionData.deleteTrialData, { body: { institutionName: 'Kıyı Radyoloji' } });
    expect(done).toMatchObject({ scans: 6, images: 144 });
    // The neighbour also has the files of the first study, so those stay, with their previews.
    expect(done.fileSha256).toHaveLength(done.files);
    expect(done.files).toBe(2 * 5 * 24);
    for (const sha256 of done.fileSha256) expect(await server.parts.storage.has(sha256)).toBe(false);
    const [kept] = await factory.settled(other);
    expect(kept!.status).toBe('complete');
    expect((await other.bytes(institutionData.downloadTrialData)).length).toBeGreaterThan(24 * 18_000);

    expect(await admin.call(scanContract.listScans)).toEqual([]);
    expect((await admin.call(proof.listProofs)).proofs).toEqual([]);
    expect(await admin.call(proof.listDossiers)).toEqual([]);
    expect(await admin.call(institutionData.listDeletionProofs)).toEqual([done]);
    const { sha256, ...bare } = done;
    const { default: canonicalize } = await import('canonicalize');
    expect(sha256Hex(canonicalize(bare)!)).toBe(sha256);
    const { rows: tables } = await server.parts.db.drizzle.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables
          where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(30);
    for (const { name } of tables) {
      const { rows } = await server.parts.db.drizzle.execute<{ row: string }>(
        sql`select t::text as row from ${sql.identifier(name)} t`,
      );
      for (const uid of uids.slice(1))
        expect(
          rows.filter(({ row }) => row.includes(uid)),
          name,
        ).toEqual([]);
    }
    expect((await admin.call(institutions.getTrialUsage)).usedScans).toBe(6);
  });
});

describe('a dossier of many studies', () => {
  const STUDIES = 2600;
  let manager: HttpClient;
  let cookie: string;
  let institutionId: string;
  beforeAll(async () => {
    const made = await factory.activated('kalabalik');
    manager = made.admin;
    institutionId = made.institutionId;
    cookie = manager
      .cookies()
      .map((pair) => pair.join('='))
      .join('; ');
    await server.parts.db.drizzle.execute(sql`
      insert into scans (id, institution_id, source, billing, status, modality, device, submitted_at, created_at, completed_at)
      select gen_random_uuid(), ${institutionId}, 'pacs', 'metered', (array['complete','complete','failed','processing'])[1 + n % 4], 'CT',
        repeat('D', 100), now(), now() - n % 7 * interval '1 microsecond', now() + interval '3 seconds' from generate_series(1, ${STUDIES}::int) n`);
    await manager.call(proof.createQuestion, { body: QUESTION });
  });
  afterEach(() => vi.restoreAllMocks());

  it('[TRU-018] is made some studies at a time, and holds none of those before', async () => {
    const { analyses } = server.features;
    const { toldOfScans } = analyses;
    const read: WeakRef<object>[] = [];
    const held: number[] = [];
    // Replaced by hand, because a spy would hold its arguments in memory.
    analyses.toldOfScans = async (on, some) => {
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
      held.push(read.filter((row) => row.deref()).length);
      read.push(...some.map((scan) => new WeakRef(scan)));
      return toldOfScans(on, some);
    };
    const { id } = await manager.call(proof.createDossier).finally(() => {
      analyses.toldOfScans = toldOfScans;
    });
    expect(read).toHaveLength(STUDIES);
    expect(held.length).toBeGreaterThan(4);
    // The previous page may still be on its way into the file.
    expect(Math.max(...held)).toBeLessThanOrEqual(STUDIES / 4);
    const [row] = await manager.call(proof.listDossiers);
    expect(row).toMatchObject({ id, studies: STUDIES, questions: 1 });
    const csv = await manager.bytes(proof.getDossierCsv, { params: { dossierId: id } });
    expect(sha256Hex(csv)).toBe(row!.csvSha256);
    const lines = readCsv(Buffer.from(csv).toString()).slice(1);
    expect(new Set(lines.map(({ cells }) => cells[0])).size).toBe(STUDIES);
    const { rows } = await server.parts.db.drizzle.execute<{ bytes: number }>(
      sql`select max(length(csv)) as bytes from trial_dossier_pieces`,
    );
    expect(rows[0]!.bytes).toBeLessThan(csv.length);
  });

  it('[TRU-018] is not made to its end when its caller leaves, and nothing of it is kept', async () => {
    const before = await manager.call(proof.listDossiers);
    const { analyses } = server.features;
    const { toldOfScans } = analyses;
    const leaving = new AbortController();
    let pages = 0;
    let isOver = () => {};
    const over = new Promise<void>((resolve) => (isOver = resolve));
    const { read } = server.parts.db;
    let hasLeft: AbortSignal | undefined;
    vi.spyOn(server.parts.db, 'read').mockImplementation((signal, run) => {
      hasLeft = signal;
      return read(signal, run).finally(isOver) as never;
    });
    // Between two queries, when there is none to cancel.
    vi.spyOn(analyses, 'toldOfScans').mockImplementation(async (on, some) => {
      pages += 1;
      leaving.abort();
      await waitFor(
        () => hasLeft?.aborted || undefined,
        30_000,
        () => 'the server does not notice',
      );
      return toldOfScans(on, some);
    });
    const answer = await fetch(`${server.address}${proof.createDossier.path}`, {
      method: 'POST',
      headers: { cookie },
      signal: leaving.signal,
    }).catch(() => 'left');
    expect(answer).toBe('left');
    await over;
    expect(pages).toBe(1);
    expect(await manager.call(proof.listDossiers)).toEqual(before);
  });

  it('a dossier from before has its CSV in pieces, to the last byte', async () => {
    const { db } = server.parts;
    const csv = `scan,ş\r\n${'çok uzun bir satır, ünlü harflerle\r\n'.repeat(20_000)}`;
    const id = randomUUID();
    const migration = await readFile(
      join(import.meta.dirname, '..', '..', '..', 'migrations', '1060_dossiers_in_pieces.sql'),
      'utf8',
    );
    const undone = new Error('undone');
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(sql`drop table trial_dossier_pieces`);
        await tx.execute(sql`alter table trial_dossiers add column csv text not null default ''`);
        await tx.execute(sql`delete from trial_dossiers`);
        await tx.execute(sql`insert into trial_dossiers (id, institution_id, created_at, studies, questions, csv, csv_sha256, pdf, pdf_sha256)
          values (${id}, ${institutionId}, now(), 1, 1, ${csv}, '', '', '')`);
        await tx.execute(sql.raw(migration));
        const { rows } = await tx.execute<{ csv: Buffer; pieces: number }>(
          sql`select string_agg(csv, '' order by position) as csv, count(*)::int as pieces from trial_dossier_pieces where dossier_id = ${id}`,
        );
        expect(rows[0]!.csv.equals(Buffer.from(csv))).toBe(true);
        expect(rows[0]!.pieces).toBeGreaterThan(2);
        throw undone;
      }),
    ).rejects.toBe(undone);
  });
});
