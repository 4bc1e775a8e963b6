import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../core/files/csv.ts';
import type { ToldRun } from '../../analyses/index.ts';
import type { ScanRow } from '../../scans/scans.tables.ts';
import { casesOf, type EvaluatedStudy, type ProofStudy } from '../evaluated-cases.ts';
import type { Answer, QuestionRow, VerdictRow } from '../evaluation.tables.ts';
import { turnaroundOf } from '../figures/accuracy.ts';
import { presentProof } from '../present-proof.ts';
import {
  addToTally,
  type DOSSIER_COLUMNS,
  dossierDocument,
  dossierHead,
  dossierLines,
  emptyTally,
} from './dossier-document.ts';

const AT = new Date('2026-11-01T10:00:00Z');
const ALGORITHM = 'ct.lung-density';
/** Pseudo-random numbers from a fixed seed, so that a failure can be repeated. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

const run = (density: number | null, hasFinding: boolean): ToldRun =>
  ({
    algorithmId: ALGORITHM,
    status: 'evaluated',
    result: {
      outcome: 'evaluated',
      findings: hasFinding ? [{ code: 'CUT_OFF', severity: 'notice', params: {} }] : [],
      measurements: density === null ? [] : [{ code: 'MEAN_LUNG_DENSITY', value: density, unit: "[hnsf'U]" }],
      overlays: [],
      limitations: [],
    },
  }) as unknown as ToldRun;

function made(count: number) {
  const random = numbers(7);
  const studies: ProofStudy[] = [];
  const labels = new Map<string, Answer>();
  const verdicts: VerdictRow[] = [];
  for (let index = 0; index < count; index += 1) {
    const isIll = random() < 0.4;
    const density = Math.round(-860 - (isIll ? 25 : 0) + (random() - 0.5) * 60);
    const isEvaluated = random() < 0.9;
    const seconds = Math.round(random() * 90_000) / 1000;
    const scan = {
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      studyInstanceUid: `2.25.${index}`,
      submission: 1,
      status: 'complete',
      modality: 'CT',
      submittedAt: AT,
      completedAt: new Date(AT.getTime() + seconds * 1000),
    } as ScanRow;
    studies.push({
      scan,
      runs: isEvaluated ? [run(density, random() < 0.5)] : [],
      sex: ['male', 'female', 'unknown'][index % 3]!,
      ageYears: index % 7 === 0 ? null : 15 + ((index * 11) % 70),
      device: index % 2 ? 'Acme "One", large' : '=Siemens',
      turnaroundSeconds: seconds,
    });
    if (index % 5 !== 0) labels.set(index % 2 ? scan.studyInstanceUid! : scan.id, isIll ? 'positive' : 'negative');
    else if (index % 10 === 0)
      verdicts.push({
        scanId: scan.id,
        submission: 1,
        algorithmId: ALGORITHM,
        code: 'CUT_OFF',
        questionId: null,
        verdict: random() < 0.7 ? 'agree' : 'disagree',
      } as VerdictRow);
  }
  const question = (name: string, positiveWhen: QuestionRow['positiveWhen']): QuestionRow => ({
    id: name,
    institutionId: 'i',
    name,
    algorithmId: ALGORITHM,
    positiveWhen,
    createdAt: AT,
  });
  const questions = [
    question('Low density', {
      kind: 'measurement',
      code: 'MEAN_LUNG_DENSITY',
      direction: 'at-most',
      threshold: -875,
      unit: "[hnsf'U]",
    }),
    question('Cut off, perhaps', { kind: 'finding', code: 'CUT_OFF' }),
  ];
  return dossierOf(
    studies,
    questions.map((each) => ({ question: each, cases: casesOf(each, studies, labels, verdicts) })),
  );
}

/** Reads studies in groups, as a dossier does. */
function dossierOf(studies: ProofStudy[], proofs: { question: QuestionRow; cases: ReturnType<typeof casesOf> }[]) {
  const evaluated = studies.map(
    (study, index): EvaluatedStudy => ({
      study,
      cases: proofs.map(({ question, cases }) => ({ question, case: cases[index]! })),
    }),
  );
  const pages = [evaluated.slice(0, 7), evaluated.slice(7)];
  const tally = emptyTally();
  for (const page of pages) addToTally(tally, page);
  return {
    studies,
    csv: dossierHead() + pages.map(dossierLines).join(''),
    tally,
    figures: {
      proofs: proofs.map(({ question, cases }) => presentProof(question, cases)),
      turnaround: turnaroundOf(studies.flatMap(({ turnaroundSeconds }) => turnaroundSeconds ?? [])),
    },
  };
}

type Line = Record<(typeof DOSSIER_COLUMNS)[number], string>;
const linesOf = (csv: string): Line[] => {
  const [head, ...rows] = readCsv(csv).map((record) => record.cells);
  return rows.map((cells) => Object.fromEntries(head!.map((name, index) => [name, cells[index]!])) as Line);
};

/** The limits of the score test by bisection, without any formula of the program. */
function scoreLimits(count: number, of: number): [number, number] {
  const z = 1.959963984540054;
  const distance = (p: number) => Math.abs(count / of - p) - z * Math.sqrt((p * (1 - p)) / of);
  const bisect = (inside: number, outside: number) => {
    let [a, b] = [inside, outside];
    for (let step = 0; step < 200; step += 1) {
      const middle = (a + b) / 2;
      if (distance(middle) < 0) a = middle;
      else b = middle;
    }
    return b;
  };
  const share = count / of;
  return [share === 0 ? 0 : bisect(share - 1e-12, 0), share === 1 ? 1 : bisect(share + 1e-12, 1)];
}
const percent = (value: number) => (100 * value).toFixed(1);
const shareText = (count: number, of: number) => {
  if (of === 0) return '–';
  const [low, high] = scoreLimits(count, of);
  return `${percent(count / of)} % (${percent(low)} to ${percent(high)}), ${count} of ${of}`;
};

/** By counting pairs, and the placements of each study. */
function aucText(lines: Line[], sign: number): string {
  const scores = (truth: string) =>
    lines.filter((line) => line.truth === truth && line.score !== '').map((line) => sign * Number(line.score));
  const [ill, well] = [scores('positive'), scores('negative')];
  if (ill.length === 0 || well.length === 0) return '–';
  const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const win = (a: number, b: number) => (a > b ? 1 : a < b ? 0 : 0.5);
  const ofIll = ill.map((a) => average(well.map((b) => win(a, b))));
  const ofWell = well.map((b) => average(ill.map((a) => win(a, b))));
  const auc = average(ofIll);
  const spread = (values: number[]) =>
    values.length < 2
      ? Number.NaN
      : values.reduce((sum, value) => sum + (value - auc) ** 2, 0) / (values.length - 1) / values.length;
  const deviation = Math.sqrt(spread(ofIll) + spread(ofWell));
  if (!(deviation > 0)) return `${auc.toFixed(3)} (interval not estimable)`;
  const [low, high] = [
    Math.max(0, auc - 1.959963984540054 * deviation),
    Math.min(1, auc + 1.959963984540054 * deviation),
  ];
  return `${auc.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

function figures(lines: Line[], sign: number) {
  const counted = lines.filter((line) => line.answer && line.truth);
  const count = (answer: string, truth: string) =>
    counted.filter((line) => line.answer === answer && line.truth === truth).length;
  const [tp, fp] = [count('positive', 'positive'), count('positive', 'negative')];
  const [tn, fn] = [count('negative', 'negative'), count('negative', 'positive')];
  return { counted, tp, fp, tn, fn, auc: aucText(counted, sign) };
}

describe('the dossier', () => {
  const { studies, csv, tally, figures: counted } = made(120);
  const trial = { from: '2026-10-01', to: '2026-11-01' };
  const about = { language: 'en' as const, id: 'd', institution: 'Kıyı', createdAt: AT, trial, csvSha256: 'x' };
  const lines = linesOf(csv);
  const document = dossierDocument({ ...about, tally, figures: counted });

  it.each([
    ['Low density', -1],
    ['Cut off, perhaps', 1],
  ] as const)('shows no figure about "%s" that does not recompute from its CSV', (name, sign) => {
    const own = lines.filter((line) => line.question === name);
    const { counted, tp, fp, tn, fn, auc } = figures(own, sign);
    expect(counted.length).toBeGreaterThan(60);
    const section = document.sections.find(({ heading }) => heading === name)!;
    const hasScores = own.some((line) => line.score !== '');
    expect(section.table!.rows).toEqual([
      ['Sensitivity', shareText(tp, tp + fn)],
      ['Specificity', shareText(tn, tn + fp)],
      ['Positive predictive value', shareText(tp, tp + fp)],
      ['Negative predictive value', shareText(tn, tn + fn)],
      ['Area under the ROC curve', hasScores ? auc : 'not computable: needs a score and studies of both kinds'],
      ['True / false positives', `${tp} / ${fp}; true / false negatives ${tn} / ${fn}`],
    ]);
    const [, about] = section.paragraphs!;
    const [evaluated, withoutAnswer, withoutTruth] = about!.match(/\d+/g)!.map(Number);
    expect([evaluated, withoutAnswer, withoutTruth]).toEqual([
      counted.length,
      own.filter((line) => !line.answer && line.truth).length,
      own.filter((line) => line.answer && !line.truth).length,
    ]);

    const groups = document.sections.find(({ heading }) => heading === `${name}: subgroups`)!.table!.rows;
    const expected = (['sex', 'age_group', 'device'] as const).flatMap((column) =>
      [...new Set(counted.map((line) => line[column]))].map((group) => {
        const of = figures(
          own.filter((line) => line[column] === group),
          sign,
        );
        const label = `${column.replace('_group', '')}: ${group.replace(/^'/, '')}`;
        return [
          label,
          String(of.counted.length),
          shareText(of.tp, of.tp + of.fn),
          shareText(of.tn, of.tn + of.fp),
          hasScores ? of.auc : '–',
        ];
      }),
    );
    expect(groups.toSorted()).toEqual(expected.toSorted());
  });

  it('tells a threshold with its unit, on paper in both languages and in its CSV', () => {
    const ruleIn = (language: 'en' | 'tr') =>
      dossierDocument({ ...about, language, tally, figures: counted }).sections.find(
        ({ heading }) => heading === 'Low density',
      )!.paragraphs![0];
    expect(ruleIn('en')).toContain('MEAN_LUNG_DENSITY is at most −875 HU');
    expect(ruleIn('tr')).toContain('MEAN_LUNG_DENSITY en çok −875 HU');
    const rules = new Set(lines.filter(({ question }) => question === 'Low density').map((line) => line.positive_when));
    expect([...rules]).toEqual(["MEAN_LUNG_DENSITY <= -875 [hnsf'U]"]);
  });

  it('shows turnaround times that recompute from the CSV', () => {
    const times = new Map(lines.map((line) => [line.scan, Number(line.turnaround_seconds)]));
    for (const line of lines) {
      const apart = Date.parse(line.completed_utc) - Date.parse(line.submitted_utc);
      expect(Number(line.turnaround_seconds)).toBe(apart / 1000);
    }
    const sorted = [...times.values()].sort((a, b) => a - b);
    const median = (sorted[59]! + sorted[60]!) / 2;
    const p90 = sorted[107]! + 0.1 * (sorted[108]! - sorted[107]!);
    const text = document.sections[0]!.paragraphs![0]!;
    const shown = [...text.matchAll(/([\d.]+) s\b/g)].map((match) => Number(match[1]));
    for (const [index, seconds] of [median, p90, sorted[0]!, sorted[119]!].entries())
      expect(Math.abs(shown[index]! - seconds)).toBeLessThanOrEqual(0.05 + 1e-9);
  });

  it('warns of small numbers, and says where the truth is a verdict given in sight of the answer', () => {
    const few = made(20);
    const small = dossierDocument({ ...about, tally: few.tally, figures: few.figures });
    expect(small.sections[1]!.paragraphs!.join(' ')).toContain('Small numbers');
    const text = document.sections.find(({ heading }) => heading === 'Cut off, perhaps')!.paragraphs!.join(' ');
    expect(text).toContain('given in sight of the AI');
    expect(text).not.toContain('Small numbers');
  });

  it('says so when no question was put', () => {
    const none = dossierOf(studies, []);
    const bare = dossierDocument({ ...about, tally: none.tally, figures: none.figures });
    expect(bare.sections.map(({ heading }) => heading)).toContain('Accuracy');
    expect(linesOf(none.csv)).toHaveLength(120);
  });
});
