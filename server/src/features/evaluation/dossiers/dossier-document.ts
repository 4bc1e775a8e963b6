import { evaluation as contract, evaluationFigures } from '@duai/contract';
import type { PrintedDocument } from '../../../compute/paper/printed-document.ts';
import { writeCsv } from '../../../core/files/csv.ts';
import { DOCUMENT_TEXTS, type DocumentLanguage, FIGURE_TEXTS } from '../../../core/texts.ts';
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
    : [rule.code, rule.direction === 'at-least' ? '>=' : '<=', rule.threshold, rule.unit]
        .filter((part) => part !== undefined)
        .join(' ');

/** The line with the names of the columns. */
export const dossierHead = (): string => writeCsv([DOSSIER_COLUMNS]);

/** One line for each study and question; without questions one for each study. All figures can be recomputed from them. */
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

/** Counts for the printed dossier, made while the lines are written. */
export interface DossierTally {
  studies: number;
  complete: number;
  failed: number;
  processing: number;
  /** By question id: studies whose truth is a verdict, given by a reader who saw the answer. */
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

const { aucText, countOf, durationText, MEASURES, shareText, thresholdText } = evaluationFigures;

/** The texts and number formats of a language. */
const writing = (language: DocumentLanguage) => ({
  texts: DOCUMENT_TEXTS[language].dossier,
  figures: FIGURE_TEXTS[language],
  written: { texts: FIGURE_TEXTS[language], language },
});
type Writing = ReturnType<typeof writing>;

function ruleText({ positiveWhen: rule }: Pick<QuestionRow, 'positiveWhen'>, { figures }: Writing): string {
  if (rule.kind === 'finding') return figures.finding({ code: rule.code });
  const limit = { code: rule.code, threshold: thresholdText(rule, figures) };
  return rule.direction === 'at-least' ? figures.atLeast(limit) : figures.atMost(limit);
}

function groupText({ by, group }: contract.Proof['subgroups'][number], { figures }: Writing): string {
  const names: Readonly<Record<string, string>> = figures.groups;
  return `${figures.subgroups[by]}: ${by === 'device' ? group : (names[group] ?? group)}`;
}

function questionSections(
  proof: contract.Proof,
  { byVerdict: counts }: DossierTally,
  words: Writing,
): PrintedDocument['sections'] {
  const { texts, figures, written } = words;
  const { question, all, subgroups, evaluated, withoutAnswer, withoutTruth } = proof;
  const byVerdict = counts.get(question.id) ?? 0;
  const groups = subgroups.map((subgroup) => [
    groupText(subgroup, words),
    String(countOf(subgroup.accuracy)),
    shareText(subgroup.accuracy.sensitivity, written),
    shareText(subgroup.accuracy.specificity, written),
    aucText(subgroup.accuracy.auc, written),
  ]);
  return [
    {
      heading: question.name,
      paragraphs: [
        texts.rule({ algorithm: question.algorithmId, rule: ruleText(question, words) }),
        texts.evaluated({ evaluated, withoutAnswer, withoutTruth }),
        ...(byVerdict > 0 ? [texts.byVerdict({ count: byVerdict })] : []),
        ...(all.isSmall ? [texts.small({ least: contract.STABLE_FROM })] : []),
      ],
      table: {
        columns: [texts.figure, texts.value],
        shares: [30, 70],
        rows: [
          ...MEASURES.map((key) => [figures.measures[key], shareText(all[key], written, texts.nothing)]),
          [texts.auc, aucText(all.auc, written, texts.noScore)],
          [texts.counted, texts.trueAndFalse(all)],
        ],
      },
    },
    ...(groups.length > 0
      ? [
          {
            heading: texts.subgroups({ question: question.name }),
            paragraphs: [],
            table: {
              columns: [texts.group, texts.studies, texts.sensitivity, texts.specificity, texts.aucShort],
              shares: [22, 9, 25, 25, 19],
              rows: groups,
            },
          },
        ]
      : []),
  ];
}

/** The dossier for print. Days of the trial are ISO 8601 or "–". */
export function dossierDocument(about: {
  language: DocumentLanguage;
  id: string;
  institution: string;
  createdAt: Date;
  trial: { from: string; to: string };
  tally: DossierTally;
  figures: { proofs: contract.Proof[]; turnaround: contract.Turnaround };
  csvSha256: string;
}): PrintedDocument {
  const { tally, language } = about;
  const { proofs, turnaround: times } = about.figures;
  const words = writing(language);
  const { texts, written } = words;
  return {
    language,
    title: texts.title,
    footer: texts.footer(about),
    at: about.createdAt.toISOString(),
    facts: [
      [texts.institution, about.institution],
      [texts.created, `${about.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
      [texts.trial, texts.period(about.trial)],
      [texts.studies, texts.counts(tally)],
    ],
    sections: [
      {
        heading: texts.turnaround,
        paragraphs: [
          times
            ? texts.times({
                count: times.count,
                median: durationText(times.medianSeconds, written),
                p90: durationText(times.p90Seconds, written),
                min: durationText(times.minSeconds, written),
                max: durationText(times.maxSeconds, written),
              })
            : texts.noTimes,
        ],
      },
      ...proofs.flatMap((proof) => questionSections(proof, tally, words)),
      ...(proofs.length === 0 ? [{ heading: texts.accuracy, paragraphs: [texts.noQuestion] }] : []),
      {
        heading: texts.methods,
        paragraphs: [texts.intervals, texts.limits({ disclaimer: DOCUMENT_TEXTS[language].scan.disclaimer })],
      },
      { heading: texts.check, paragraphs: [texts.recompute, texts.hash({ hash: about.csvSha256 })] },
    ],
  };
}
