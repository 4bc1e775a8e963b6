import {
  accounts,
  cases,
  judgeAnalysis,
  marks,
  preliminaryReads,
  questions,
  reports,
  secondReads,
  studies,
} from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import { CallError, type HttpClient } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let operator: HttpClient;
let first: HttpClient;
let second: HttpClient;
let third: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  [first, second, third] = [
    await server.staff('radiologist'),
    await server.staff('radiologist'),
    await server.staff('radiologist'),
  ];
});
afterAll(() => server.end());
const setPercent = (secondReadPercent: number) =>
  operator.call(preliminaryReads.setReadingRules, { body: { isReadFirstForAll: false, secondReadPercent } });
beforeEach(() => setPercent(0));

const OPINION = { language: 'tr' as const, findings: 'Sağ akciğerde 8 mm nodül.', impression: 'Takip önerilir.' };

/** A case that the first reader has claimed, written and checked. */
async function written(change: Partial<reports.ReportContent> = {}) {
  const patient = await server.patient();
  const begun = await createReportFactory(server, first).drafted(patient);
  const params = { caseId: begun.caseId };
  const saved = await first.call(reports.saveReport, {
    params,
    body: { version: begun.draft.version, language: 'tr', content: { ...begun.draft.content, ...WRITTEN, ...change } },
  });
  await checkReading(first, begun.caseId);
  const sign = (version = saved.version, isCritical = false) =>
    first.call(reports.signReport, { params, body: { ...SIGNS, version, isCritical } });
  return { params, patient, reading: begun.reading, saved, sign, analysisId: begun.reading.analyses[0]!.id };
}
type Params = Awaited<ReturnType<typeof written>>['params'];
const readOf = async (who: HttpClient, params: Params) =>
  (await who.call(secondReads.getSecondRead, { params })).secondRead!;
const taskOf = async (who: HttpClient, { caseId }: Params) =>
  (await who.call(cases.getWorklist, { query: { show: 'all' } })).find(({ id }) => id === caseId)!.secondRead;
const secondOpinion = async (params: Params, agreement: (typeof reports.AGREEMENTS)[number]) => {
  await second.call(secondReads.takeSecondRead, { params });
  await second.call(secondReads.saveSecondRead, { params, body: OPINION });
  await second.call(secondReads.compareSecondRead, { params, body: { agreement } });
};
const adjudicate = (who: HttpClient, params: Params, decision: secondReads.SecondReadDecision) =>
  who.call(secondReads.adjudicateSecondRead, { params, body: { decision, text: 'Nodül vardır.' } });
const confirm = (who: HttpClient, params: Params, version: number) =>
  who.call(secondReads.confirmText, { params, body: { version } });

describe('a second reader', () => {
  it('[RED-013] sees neither the first opinion nor AI; a difference leads to adjudication', async () => {
    const { params, saved, sign, analysisId } = await written();
    const known = await first.call(studies.getReading, { params });
    await first.call(secondReads.askSecondRead, { params });
    expect(await codeOf(sign())).toBe('SECOND_READ_OPEN');

    // Whoever opens the case now, reader or not, gets images and facts, but nothing that a person or an algorithm said
    // about them.
    await second.call(secondReads.takeSecondRead, { params });
    for (const blinded of [second, third]) {
      const seen = await blinded.call(studies.getReading, { params });
      expect([seen.isBlinded, seen.isAiWithheld, seen.report, seen.analyses, seen.proposals]).toEqual([
        true,
        true,
        null,
        [],
        [],
      ]);
      expect(seen.studies).toEqual(known.studies);
      const told = JSON.stringify([seen, await readOf(blinded, params)]);
      for (const { algorithmId } of known.analyses) expect(told).not.toContain(algorithmId);
      for (const text of [saved.content.findings, saved.content.impression]) expect(told).not.toContain(text);
      expect(await codeOf(blinded.call(preliminaryReads.getAnalyses, { params }))).toBe('SECOND_READ_BLINDED');
    }
    expect((await first.call(studies.getReading, { params })).isBlinded).toBe(false);
    const judged = second.call(judgeAnalysis, {
      params: { ...params, analysisId },
      body: { verdict: 'accepted' },
    });
    await expect(judged).rejects.toBeInstanceOf(CallError);
    // The first reader cannot see what the second one writes before it is saved, and cannot write it.
    expect((await readOf(first, params)).second).toBeNull();
    expect(await codeOf(first.call(secondReads.saveSecondRead, { params, body: OPINION }))).toBe(
      'SECOND_READ_NOT_YOURS',
    );

    await second.call(secondReads.saveSecondRead, { params, body: OPINION });
    const both = await readOf(second, params);
    expect([both.first!.findings, both.second!.findings]).toEqual([saved.content.findings, OPINION.findings]);
    // A saved second read cannot be changed, not even in the database.
    expect(await codeOf(second.call(secondReads.saveSecondRead, { params, body: OPINION }))).toBe(
      'SECOND_READ_NOT_YOURS',
    );
    await expect(
      server.parts.db.drizzle.execute(sql`update second_reads set findings = 'x' where case_id = ${params.caseId}`),
    ).rejects.toThrow();

    await second.call(secondReads.compareSecondRead, { params, body: { agreement: 'major-difference' } });
    expect((await readOf(third, params)).role).toBe('may-adjudicate');
    for (const party of [first, second])
      expect(await codeOf(adjudicate(party, params, 'first'))).toBe('SECOND_READ_NOT_YOURS');
    expect(await codeOf(sign())).toBe('SECOND_READ_OPEN');
    await adjudicate(third, params, 'second');
    // The report must follow the decision before it can become final.
    expect(await codeOf(sign())).toBe('ADJUDICATION_NOT_FOLLOWED');
    const changed = await first.call(reports.saveReport, {
      params,
      body: {
        version: saved.version,
        language: 'tr',
        content: { ...saved.content, findings: `${saved.content.findings}\n${OPINION.findings}` },
      },
    });
    // That it is followed, the adjudicator confirms.
    expect(await codeOf(sign(changed.version))).toBe('AGREED_TEXT_CHANGED');
    await first.call(secondReads.askConfirmation, { params });
    expect(await codeOf(confirm(second, params, changed.version))).toBe('SECOND_READ_NOT_YOURS');
    expect((await readOf(third, params)).agreedText).toMatchObject({ isUpheld: false, mayDo: 'confirm' });
    await confirm(third, params, changed.version);
    expect((await sign(changed.version)).status).toBe('signed');
  });

  it('is needed before the signature on a major difference from the first report, and on the rate that the operator sets', async () => {
    const differing = await written({ agreement: 'major-difference' });
    expect(await codeOf(differing.sign())).toBe('SECOND_READ_DUE');
    const { isDueBecause } = await first.call(secondReads.getSecondRead, { params: differing.params });
    expect(isDueBecause).toBe('major-difference');
    await first.call(secondReads.askSecondRead, { params: differing.params });
    // Why it was asked tells that the first reader contradicts the earlier report: the first reader alone sees it.
    expect((await readOf(first, differing.params)).reason).toBe('major-difference');
    for (const other of [second, third]) expect((await readOf(other, differing.params)).reason).toBeNull();
    await secondOpinion(differing.params, 'concordant');
    expect((await differing.sign()).status).toBe('signed');

    await setPercent(100);
    const sampled = await written();
    expect(await codeOf(sampled.sign())).toBe('SECOND_READ_DUE');
    await first.call(secondReads.askSecondRead, { params: sampled.params });
    expect((await readOf(first, sampled.params)).reason).toBe('sample');
  });

  it('asked for after the signature ends in an addendum; who has seen the first opinion or AI cannot become the reader', async () => {
    const { params, sign } = await written();
    await third.call(studies.getReading, { params });
    // Nothing requires a second reader here, so it is signed at once.
    await sign();
    await first.call(secondReads.askSecondRead, { params });
    expect((await readOf(third, params)).role).toBe('none');
    expect(await codeOf(third.call(secondReads.takeSecondRead, { params }))).toBe('SECOND_READ_SEEN');
    expect(await codeOf(first.call(secondReads.takeSecondRead, { params }))).toBe('SECOND_READ_NOT_YOURS');
    expect((await readOf(second, params)).role).toBe('may-read');
    // A reader who is blinded cannot see the signed report or its files either.
    const blinded = await second.call(studies.getReading, { params });
    expect([blinded.isBlinded, blinded.report]).toEqual([true, null]);
    for (const file of [reports.getReportPdfForStaff, reports.getReportObjects]) {
      const answer = await second.send(file, { params });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'SECOND_READ_BLINDED']);
    }
    // Who knew the report goes on with it: the patient has it, and asks about it.
    const known = await third.call(studies.getReading, { params });
    expect([known.isBlinded, known.isAiWithheld, known.report?.status]).toEqual([false, false, 'signed']);
    expect(await codeOf(third.call(questions.listQuestionsForStaff, { params }))).toBe('ok');
    expect(await codeOf(second.call(questions.listQuestionsForStaff, { params }))).toBe('SECOND_READ_BLINDED');
    await secondOpinion(params, 'minor-difference');
    await adjudicate(third, params, 'both');
    expect((await readOf(third, params)).state).toBe('addendum-due');
    expect(await taskOf(first, params)).toBe('addendum-due');
    const { confirmation } = SIGNS;
    // One about another matter is none that the second read waits for.
    await first.call(reports.addAddendum, {
      params,
      body: { text: 'Tarih düzeltildi.', answersSecondRead: false, confirmation },
    });
    expect((await readOf(first, params)).state).toBe('addendum-due');
    await first.call(reports.addAddendum, {
      params,
      body: { text: OPINION.findings, kind: 'correction', confirmation },
    });
    const ended = await readOf(first, params);
    expect([ended.state, ended.reason]).toEqual(['closed', 'after-signature']);
    expect(await taskOf(first, params)).toBeNull();
  });

  it('is not told by the thread with the patient or by an open critical finding what the first one found', async () => {
    const { params, patient, saved, sign } = await written();
    await sign(saved.version, true);
    await patient.call(questions.askQuestion, { params, body: { text: 'Nodül ne demek?' } });
    await first.call(questions.answerQuestion, { params, body: { text: 'Akciğerde küçük bir odak.' } });
    const isCritical = async (who: HttpClient) =>
      (await who.call(cases.getWorklist, { query: { show: 'completed' } })).find(({ id }) => id === params.caseId)
        ?.isCriticalOpen;
    const blinded = await server.staff('radiologist');
    expect(await isCritical(blinded)).toBe(true);
    await first.call(secondReads.askSecondRead, { params });
    expect([await isCritical(first), await isCritical(blinded)]).toEqual([true, false]);
    for (const step of [
      () => blinded.call(questions.listQuestionsForStaff, { params }),
      () => blinded.call(questions.answerQuestion, { params, body: { text: 'Bakıyoruz.' } }),
      () => blinded.call(questions.markQuestionsRead, { params }),
    ])
      expect(await codeOf(step())).toBe('SECOND_READ_BLINDED');
    expect(await first.call(questions.listQuestionsForStaff, { params })).toHaveLength(2);
    expect(await patient.call(questions.listQuestions, { params })).toHaveLength(2);
  });

  it('has read nothing that another one wrote: no answer to the patient, version, measurement or mask', async () => {
    const { params, reading, saved, sign } = await written();
    const imageId = reading.studies[0]!.series[0]!.instances[0]!.id;
    const at = { imageId, frame: 0, measure: 'probe' as const, points: [{ x: 1, y: 1 }], text: '40 HU' };
    await first.call(marks.addMeasurement, { params, body: at });
    const run = reading.analyses.find(({ result }) => result?.outcome === 'evaluated' && result.overlays.length > 0)!;
    const [drawn] = run.result?.outcome === 'evaluated' ? run.result.overlays : [];
    const { columns, rows, slices } = drawn!;
    await first.call(marks.correctMask, {
      params,
      body: { analysisId: run.id, code: drawn!.code, base: 0, mask: { columns, rows, slices: slices.slice(0, 1) } },
    });
    await first.call(questions.answerQuestion, { params, body: { text: 'Küçük bir odak.' } });
    await sign(saved.version);
    const looks = [
      (who: HttpClient) => who.call(questions.listQuestionsForStaff, { params }),
      (who: HttpClient) => who.call(reports.getReportVersions, { params, query: {} }),
      (who: HttpClient) => who.call(marks.listMeasurements, { params }),
      (who: HttpClient) => who.call(marks.listCorrectedMasks, { params }),
    ];
    const colleagues = await Promise.all(looks.map(() => server.staff('radiologist')));
    for (const [index, look] of looks.entries()) await look(colleagues[index]!);
    await first.call(secondReads.askSecondRead, { params });
    for (const colleague of colleagues)
      expect(await codeOf(colleague.call(secondReads.takeSecondRead, { params }))).toBe('SECOND_READ_SEEN');
  });

  it('tells operators how often readers agreed, and nobody else', async () => {
    const [sum, ...byReason] = await operator.call(secondReads.getAgreementFigures);
    expect(sum).toMatchObject({ reason: null, compared: 3, concordant: 1, minorDifference: 1, majorDifference: 1 });
    expect(sum!.share!.value).toBeCloseTo(1 / 3);
    expect([sum!.share!.from > 0, sum!.share!.to < 1]).toEqual([true, true]);
    expect(byReason.map(({ reason }) => reason)).toEqual(['request', 'major-difference', 'after-signature']);
    expect((await first.send(secondReads.getAgreementFigures)).status).toBe(403);
    expect((await operator.call(accounts.getStaff)).user.role).toBe('operator');
  });

  it('is found in the worklist by those of whom it asks something', async () => {
    const { params } = await written();
    const tasks = () => Promise.all([first, second, third].map((who) => taskOf(who, params)));
    const isListed = async (who: HttpClient) =>
      (await who.call(cases.searchWorklist, { body: cases.worklistWishSchema.parse({ show: 'second-reads' }) })).some(
        ({ id }) => id === params.caseId,
      );
    const listed = () => Promise.all([first, second, third].map(isListed));
    const counted = async (who = second) => (await who.call(cases.countWorklist)).secondReads;
    const [before, ofFirst] = [await counted(), await counted(first)];
    expect(await tasks()).toEqual([null, null, null]);
    // The third one has seen the report, and so is not asked to read blinded.
    await third.call(studies.getReading, { params });
    await first.call(secondReads.askSecondRead, { params });
    expect(await tasks()).toEqual(['waiting', 'may-read', null]);
    expect([await listed(), await counted()]).toEqual([[false, true, false], before + 1]);
    expect(await counted(first)).toBe(ofFirst);
    // A second read of earlier images asks nothing.
    const submit = (by: number) =>
      server.parts.db.drizzle.execute(
        sql`update cases set submission = submission + ${by} where id = ${params.caseId}`,
      );
    await submit(1);
    expect(await tasks()).toEqual([null, null, null]);
    await submit(-1);
    // Nobody is asked to take what cannot be taken: the patient has the case.
    await first.call(cases.sendCaseBack, { params, body: { question: 'Eski görüntüler var mı?' } });
    expect(await codeOf(second.call(secondReads.takeSecondRead, { params }))).toBe('CASE_NOT_IN_REVIEW');
    expect([await tasks(), await listed(), await counted()]).toEqual([
      [null, null, null],
      [false, false, false],
      before,
    ]);
    await server.parts.db.drizzle.execute(sql`update cases set status = 'processing' where id = ${params.caseId}`);
    expect(await tasks()).toEqual(['waiting', 'may-read', null]);
    await second.call(secondReads.takeSecondRead, { params });
    expect(await tasks()).toEqual(['waiting', 'reading', null]);
    await second.call(secondReads.saveSecondRead, { params, body: OPINION });
    expect([await tasks(), await counted()]).toEqual([['waiting', 'reading', null], before + 1]);
    await second.call(secondReads.compareSecondRead, { params, body: { agreement: 'major-difference' } });
    expect(await tasks()).toEqual(['waiting', null, 'may-adjudicate']);
    expect([await listed(), await counted()]).toEqual([[false, false, true], before]);
    await adjudicate(third, params, 'first');
    expect(await tasks()).toEqual([null, null, null]);
  });
});
