import { evaluation as contract, evaluationFigures } from '@duai/contract';
import type { PrintedDocument } from '../../../compute/printed-document.ts';
import { writeCsv } from '../../../core/files/csv.ts';
import { DISCLAIMER } from '../../scans/index.ts';
import type { EvaluatedStudy, ProofStudy } from '../evaluated-cases.ts';
import type { QuestionRow } from '../evaluation.tables.ts';
import { ageGroupOf } from '../figures/accuracy.ts';

export const DOSSIER_COLUMNS = [
  'scan',
  'study_instance_uid',
  'submitted_utc',
  'completed_utc',
  'turnaround_seconds',
  'status',
  'modality',
  'sex',
  'age_years',
  'age_group',
  'device',
  'question',
  'algorithm',
  'positive_when',
  'answer',
  'score',
  'truth',
  'truth_source',
] as const;

const positiveWhenText = ({ positiveWhen: rule }: Pick<QuestionRow, 'positiveWhen'>): string =>
  rule.kind === 'finding'
    ? `finding ${rule.code}`
    : `${rule.code} ${rule.direction === 'at-least' ? '>=' : '<='} ${rule.threshold}`;

/** The line with the names of the columns. */
export const dossierHead = (): string => writeCsv([DOSSIER_COLUMNS]);

/** One line for each study and question; without a question one line a study. All figures recompute from these. */
export function dossierLines(studies: readonly EvaluatedStudy[]): string {
  const about = ({ scan, sex, ageYears, device, turnaroundSeconds }: ProofStudy) => [
    scan.id,
    scan.studyInstanceUid,
    scan.submittedAt.toISOString(),
    scan.completedAt?.toISOString() ?? null,
    turnaroundSeconds,
    scan.status,
    scan.modality,
    sex,
    ageYears,
    ageGroupOf(ageYears),
    device,
  ];
  return writeCsv(
    studies.flatMap(({ study, cases }) =>
      cases.length === 0
        ? [[...about(study), null, null, null, null, null, null, null]]
        : cases.map(({ question, case: { answer, score, truth, truthSource } }) => [
            ...about(study),
            question.name,
            question.algorithmId,
            positiveWhenText(question),
            answer,
            score,
            truth,
            truthSource,
          ]),
    ),
  );
}

/** What the printed dossier tells beside the figures, counted while the lines are written. */
export interface DossierTally {
  studies: number;
  complete: number;
  failed: number;
  processing: number;
  /** Of each question by its id: studies whose truth is a verdict given in sight of the answer. */
  byVerdict: Map<string, number>;
}

export const emptyTally = (): DossierTally => ({
  studies: 0,
  complete: 0,
  failed: 0,
  processing: 0,
  byVerdict: new Map(),
});

export function addToTally(tally: DossierTally, studies: readonly EvaluatedStudy[]): void {
  for (const { study, cases } of studies) {
    tally.studies += 1;
    tally[study.scan.status] += 1;
    for (const { question, case: own } of cases)
      if (own.answer && own.truthSource === 'verdict')
        tally.byVerdict.set(question.id, (tally.byVerdict.get(question.id) ?? 0) + 1);
  }
}

const { aucText, countOf, durationText, MEASURES, shareText } = evaluationFigures;
const NOTHING = 'not computable: nothing to count';
const NO_SCORE = 'not computable: needs a score and studies of both kinds';

function questionSections(proof: contract.Proof, { byVerdict: counts }: DossierTally): PrintedDocument['sections'] {
  const { question, all, subgroups, evaluated, withoutAnswer, withoutTruth } = proof;
  const byVerdict = counts.get(question.id) ?? 0;
  const small = `Small numbers: fewer than ${contract.STABLE_FROM} positive or fewer than ${contract.STABLE_FROM} negative studies. The intervals say how little is known; do not decide by the point values.`;
  const groups = subgroups.map(({ by, group, accuracy }) => [
    `${by}: ${group}`,
    String(countOf(accuracy)),
    shareText(accuracy.sensitivity),
    shareText(accuracy.specificity),
    aucText(accuracy.auc),
  ]);
  return [
    {
      heading: question.name,
      paragraphs: [
        `Algorithm ${question.algorithmId}; an answer is positive when: ${positiveWhenText(question)}.`,
        `Studies with an answer and a truth: ${evaluated}. With a truth but no answer of the AI (not run, not evaluable or failed): ${withoutAnswer}; with an answer but no truth: ${withoutTruth}; neither are part of the figures.`,
        ...(byVerdict > 0
          ? [
              `For ${byVerdict} of them the truth is a reader's agree or disagree, given in sight of the AI's answer: such figures tend to be too good.`,
            ]
          : []),
        ...(all.isSmall ? [small] : []),
      ],
      table: {
        columns: ['Figure', 'Value (95 % confidence interval)'],
        shares: [30, 70],
        rows: [
          ...MEASURES.map(([label, key]) => [label, shareText(all[key], NOTHING)]),
          ['Area under the ROC curve', aucText(all.auc, NO_SCORE)],
          [
            'True / false positives',
            `${all.truePositives} / ${all.falsePositives}; true / false negatives ${all.trueNegatives} / ${all.falseNegatives}`,
          ],
        ],
      },
    },
    ...(groups.length > 0
      ? [
          {
            heading: `${question.name}: subgroups`,
            paragraphs: [],
            table: {
              columns: ['Group', 'Studies', 'Sensitivity', 'Specificity', 'AUC'],
              shares: [22, 9, 25, 25, 19],
              rows: groups,
            },
          },
        ]
      : []),
  ];
}

/** The dossier as it is printed. */
export function dossierDocument(about: {
  id: string;
  institution: string;
  createdAt: Date;
  period: string;
  tally: DossierTally;
  figures: { proofs: contract.Proof[]; turnaround: contract.Turnaround };
  csvSha256: string;
}): PrintedDocument {
  const { tally } = about;
  const { proofs, turnaround: times } = about.figures;
  return {
    title: 'End-of-trial dossier',
    footer: `DUAI · Dossier ${about.id} · ${about.institution}`,
    at: about.createdAt.toISOString(),
    facts: [
      ['Institution', about.institution],
      ['Made', `${about.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
      ['Trial', about.period],
      ['Studies', `${tally.studies}: ${tally.complete} complete, ${tally.failed} failed, ${tally.processing} running`],
    ],
    sections: [
      {
        heading: 'Turnaround',
        paragraphs: times
          ? [
              `From the arrival of the last image to the end of the analysis, ${times.count} complete studies: median ${durationText(times.medianSeconds)}, 90th percentile ${durationText(times.p90Seconds)}, shortest ${durationText(times.minSeconds)}, longest ${durationText(times.maxSeconds)}.`,
            ]
          : ['No study was completed.'],
      },
      ...proofs.flatMap((proof) => questionSections(proof, tally)),
      ...(proofs.length === 0
        ? [{ heading: 'Accuracy', paragraphs: ['No question was put to the algorithms: there are no figures.'] }]
        : []),
      {
        heading: 'Methods',
        paragraphs: [
          'Shares: score interval (Wilson 1927, J Am Stat Assoc 22:209–212). Area under the ROC curve: DeLong, DeLong, Clarke-Pearson 1988, Biometrics 44:837–845; ties count half. Quantiles: type 7 of Hyndman and Fan 1996. Of several series of a study the most positive one speaks for it.',
          `${DISCLAIMER} The figures describe these studies on these devices; they are no claim about others.`,
        ],
      },
      {
        heading: 'To check',
        paragraphs: ['Every figure recomputes from the CSV of this dossier.', `SHA-256 of the CSV: ${about.csvSha256}`],
      },
    ],
  };
}
