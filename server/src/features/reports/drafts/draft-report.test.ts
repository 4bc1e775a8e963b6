import type { studies as contract } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../analyses/index.ts';
import { draftContent, laterPriors, redrafted, unnamedPriors } from './draft-report.ts';

const series = (id: string, change: Partial<contract.Series> = {}): contract.Series => ({
  ...{
    id,
    seriesInstanceUid: id,
    seriesNumber: null,
    modality: 'MR',
    description: id,
    bodyPart: null,
    convolutionKernel: null,
  },
  ...{ sliceThicknessMm: null, windows: {} as contract.Series['windows'], people: [], instances: [], ...change },
});
const study = (studyDate: string | null, ...of: contract.Series[]): contract.Study => ({
  ...{ id: 'study', studyInstanceUid: null, studyDate, description: null, series: of },
});
const PRIOR: Parameters<typeof draftContent>[1][number] = {
  caseNumber: 'SO-2025-000007',
  modality: 'CT',
  bodyPart: 'Diz',
  day: '2022-02-02',
  isOfOther: false,
};

/** A draft in which each analysis found one sentence: the name of its series. */
const draftOf = (studies: contract.Study[], priors: (typeof PRIOR)[] = [], language: 'tr' | 'en' = 'tr') =>
  draftContent(
    { clinicalHistory: null, symptoms: null },
    priors,
    studies,
    studies.flatMap((each) => each.series.map(({ id }) => ({ seriesId: id }) as Run)),
    { draft: ({ seriesId }) => ({ findings: [seriesId], impression: [seriesId] }) },
    language,
  );

describe('the examination that is read', () => {
  const studies = [
    study('2023-03-12', series('before')),
    study('2025-06-01', series('now')),
    study('2025-06-01', series('now too', { modality: 'CT' })),
    study('2021-01-05', series('long ago', { modality: 'CT' }), series('long ago too')),
  ];

  it('is the newest day of the case: earlier studies are named under comparison, and stand neither in technique nor in findings', () => {
    const { technique, comparison, findings, impression } = draftOf(studies);
    expect(technique).toBe('MR, now, 0 görüntü.\nBT, now too, 0 görüntü.');
    expect(comparison).toBe('Bu vakayla gönderilen önceki tetkikler: MR, 12 Mart 2023; BT + MR, 5 Ocak 2021.');
    expect([findings, impression]).toEqual(['now\nnow too', 'now\nnow too']);
    expect(draftOf(studies, [], 'en').comparison).toBe(
      'Earlier examinations sent with this case: MR, 12 March 2023; CT + MR, 5 January 2021.',
    );
  });

  it('is named beside earlier cases of the person', () => {
    expect(draftOf(studies.slice(0, 2), [PRIOR]).comparison).toBe(
      'Bu vakayla gönderilen önceki tetkikler: MR, 12 Mart 2023.\nBurada okunan önceki tetkikler: BT, Diz, 2 Şubat 2022, SO-2025-000007.',
    );
  });

  it('has cases read before it that are of an earlier day, of the same or a later one, or of none that is known', () => {
    const priors = ['2025-05-31', '2025-06-01', '2025-06-02', null].map((day, index) => ({
      ...PRIOR,
      caseNumber: `SO-${index + 1}`,
      day,
    }));
    const now = [study('2025-06-01', series('now'))];
    expect(draftOf(now, priors, 'en').comparison.split('\n')).toEqual([
      'Earlier examinations read here: CT, Knee, 31 May 2025, SO-1.',
      'Examinations read here that are of the same day or newer: CT, Knee, 1 June 2025, SO-2; CT, Knee, 2 June 2025, SO-3.',
      'Examinations read here of which it is not known whether they are earlier, because a date is missing: CT, Knee, SO-4.',
    ]);
    expect(draftOf(now, priors, 'tr').comparison).toContain(
      'Burada okunan, aynı günden ya da daha yeni tetkikler: BT, Diz, 1 Haziran 2025, SO-2; BT, Diz, 2 Haziran 2025, SO-3.',
    );
    expect(draftOf([study(null, series('now'))], priors, 'en').comparison).toMatch(
      /^Examinations .+ is missing: .+SO-1; .+SO-4\.$/,
    );
    expect(draftOf(now, [{ ...priors[0]!, isOfOther: true }], 'en').comparison).toBe(
      'Earlier examinations read here: CT, Knee, 31 May 2025, SO-1 (the identity on its images differs from the patient’s).',
    );
    // By the day of what is read now, not of what was sent along.
    const two = [study('2025-06-01', series('now')), study('2021-01-05', series('before'))];
    expect(draftOf(two, [priors[0]!], 'en').comparison).toContain(
      'Earlier examinations read here: CT, Knee, 31 May 2025',
    );
  });

  it('says that nothing earlier was sent with the case only where that is known', () => {
    const none = 'Bu vakayla birlikte önceki bir tetkik gönderilmedi.';
    expect(draftOf([study('2025-06-01', series('now'))]).comparison).toBe(none);
    expect(draftOf([study(null, series('now'))]).comparison).toBe(none);
    expect(draftOf(studies.slice(1, 3)).comparison).toBe(none);
    expect(draftOf(studies.slice(1, 3), [PRIOR]).comparison).not.toContain(none);
  });

  it('is every study where there are no dates, and then nobody knows whether one is earlier', () => {
    const { technique, comparison } = draftOf([study(null, series('one')), study(null, series('two'))]);
    expect(technique.split('\n')).toHaveLength(2);
    expect(comparison).toMatch(/bilinmiyor\.$/);
    const beside = draftOf([study('2025-06-01', series('now')), study(null, series('undated'))]);
    expect(beside.technique).toContain('undated');
    expect(beside.comparison).toBe(comparison);
  });
});

it('tells the part of a series in the language of the report, and one without a known code as the file has it', () => {
  const of = (modality: string | null, bodyPart: string | null) => series('s', { modality, bodyPart });
  const studies = [study(null, of('CT', 'CHEST'), of('MR', 'LSPINE'), of('MR', 'Whole Body'), of('US', 'Diz'))];
  studies.push(study(null, of('CT', null), of(null, 'KNEE')));
  const told = (language: 'tr' | 'en') =>
    draftOf(studies, [], language)
      .technique.split('\n')
      .map((line) => line.replace(/, s, .+$/, ''));
  expect(told('tr')).toEqual(['Toraks BT', 'Lomber omurga MR', 'Tüm vücut MR', 'Diz US', 'BT', 'Diz']);
  expect(told('en')).toEqual(['CT chest', 'MR lumbar spine', 'MR whole body', 'US Diz', 'CT', 'knee']);
});

describe('after new images', () => {
  const before = { ...draftOf([study('2025-06-01', series('now'))]), findings: 'Ölçüldü.' };
  const after = draftOf([study('2025-06-01', series('now')), study('2023-03-12', series('before'))]);

  it('a text that nobody edited is the new draft', () => {
    expect(redrafted({ editedBy: null, content: before, machineDraft: before }, after)).toBe(after);
  });

  it('the text of the radiologist stays, and comparison and technique follow the images where nobody rewrote them', () => {
    const content = { ...before, findings: 'Nodül.', technique: 'Kontrastlı MR.' };
    expect(redrafted({ editedBy: 'r1', content, machineDraft: before }, after)).toEqual({
      ...content,
      comparison: 'Bu vakayla gönderilen önceki tetkikler: MR, 12 Mart 2023.',
    });
  });
});

it('earlier cases that were signed after the draft are told, with the sentence that the draft would have', () => {
  const later = { ...PRIOR, caseNumber: 'SO-2025-000008', modality: 'MRI' as const };
  const now = [study('2022-02-02', series('now'))];
  const { comparison } = draftOf(now, [PRIOR]);
  const told = laterPriors(unnamedPriors([later, PRIOR], { comparison }), now);
  expect(told.map(({ caseNumber }) => caseNumber)).toEqual(['SO-2025-000008']);
  expect(draftOf(now, [later], 'tr').comparison).toBe(told[0]!.tr);
  expect(draftOf(now, [later], 'en').comparison).toBe(told[0]!.en);
});
