import {
  type AnalysisVerdict,
  bodyPartIn,
  type reports as contract,
  given,
  type studies as studyContract,
} from '@duai/contract';
import { dayIn } from '../../../core/house-time.ts';
import { DOCUMENT_TEXTS, type DocumentLanguage, modalityIn } from '../../../core/texts.ts';
import type { Analyses, Run } from '../../analyses/index.ts';
import type { CaseRow } from '../../cases/index.ts';
import type { ReportRow } from '../reports.tables.ts';
import { codedPartIn } from './body-part-codes.ts';
import { examinationsByDay, newestDayOf } from './current-examination.ts';
import { ofSeries, seriesOfResults } from './series-of-results.ts';

/**
 * The draft of the pipeline: facts from headers and measurements of algorithms. It draws no conclusions. Remarks on the
 * images (checks of the series, what could not be evaluated, what failed) are left to the radiologist. Technique and
 * measurements are those of the current examination; what was measured on an earlier one is no finding of this report.
 */
export function draftContent(
  caseRow: Pick<CaseRow, 'clinicalHistory' | 'symptoms'>,
  priors: readonly PriorRead[],
  studies: studyContract.Study[],
  runs: Run[],
  analyses: Pick<Analyses, 'draft'>,
  language: DocumentLanguage,
): contract.ReportContent {
  const text = DOCUMENT_TEXTS[language].draft;
  const { current, earlier } = examinationsByDay(studies);
  const earlierSeries = new Set(earlier.flatMap((study) => study.series.map(({ id }) => id)));
  const named = seriesOfResults(runs, studies);
  const drafted = runs
    .filter(({ seriesId }) => !earlierSeries.has(seriesId))
    .map((run) => {
      const { findings, impression } = analyses.draft(run, language);
      const told = (sentence: string) => ofSeries(sentence, named.get(run.id), language);
      return { findings: findings.map(told), impression: impression.map(told) };
    });
  return {
    clinicalInformation:
      [caseRow.clinicalHistory, caseRow.symptoms ? text.symptoms({ symptoms: caseRow.symptoms }) : null]
        .filter(Boolean)
        .join('\n') || text.notGiven,
    technique: current.flatMap((study) => study.series.map((series) => techniqueLine(series, language))).join('\n'),
    comparison: comparisonOf(priors, studies, language),
    findings: unique(drafted.flatMap(({ findings }) => findings)).join('\n'),
    impression: unique(drafted.flatMap(({ impression }) => impression)).join('\n'),
    recommendations: '',
    plainSummary: text.plainSummary,
    agreement: null,
    rads: null,
    keyImages: [],
  };
}

/**
 * Names earlier studies of the case and earlier cases of the person; whether they were compared, and with what result, only
 * the radiologist can write. That there is none is said of the case alone: a case of the person may be signed after this.
 */
function comparisonOf(
  priors: readonly PriorRead[],
  studies: readonly studyContract.Study[],
  language: DocumentLanguage,
): string {
  const text = DOCUMENT_TEXTS[language].draft;
  const { earlier, hasUnplaced } = examinationsByDay(studies);
  const sent = earlier.map((study) =>
    [modalitiesOf(study, language), dayIn(study.studyDate, language)].filter(Boolean).join(', '),
  );
  const lines = [
    sent.length > 0 && text.sentBefore({ examinations: unique(sent).join('; ') }),
    ...sentencesOn(priors, studies, language),
    earlier.length === 0 && hasUnplaced && text.notDated,
  ].filter((line) => line !== false);
  return lines.join('\n') || text.noComparison;
}

/** A case of the person that was read before. */
export interface PriorRead extends Pick<CaseRow, 'caseNumber' | 'modality' | 'bodyPart'> {
  /** Of its newest examination; null where it is not known. Which case was sent first need not be the older one. */
  readonly day: string | null;
  /** Its images name somebody else, or differ from the person otherwise. */
  readonly isOfOther: boolean;
}

function namedPrior({ caseNumber, modality, bodyPart, day, isOfOther }: PriorRead, language: DocumentLanguage): string {
  const examination = [
    modalityIn(modality, language),
    bodyPart && bodyPartIn(bodyPart, language),
    day && dayIn(day, language),
    caseNumber,
  ]
    .filter(Boolean)
    .join(', ');
  return isOfOther ? DOCUMENT_TEXTS[language].draft.ofOther({ examination }) : examination;
}

/** One sentence on those that are earlier by their day, one on those that are not, one on those of which it is not known. */
function sentencesOn(
  priors: readonly PriorRead[],
  studies: readonly Pick<studyContract.Study, 'studyDate'>[],
  language: DocumentLanguage,
): string[] {
  const text = DOCUMENT_TEXTS[language].draft;
  const today = newestDayOf(studies);
  const orderOf = ({ day }: PriorRead) =>
    day === null || today === null ? 'earlierUnknown' : day < today ? 'earlier' : 'notEarlier';
  return (['earlier', 'notEarlier', 'earlierUnknown'] as const).flatMap((order) => {
    const named = priors.filter((prior) => orderOf(prior) === order).map((prior) => namedPrior(prior, language));
    return named.length > 0 ? [text[order]({ examinations: named.join('; ') })] : [];
  });
}

/** Earlier cases that the draft does not name, because they were signed after it. */
export const unnamedPriors = <Prior extends Pick<CaseRow, 'caseNumber'>>(
  priors: readonly Prior[],
  { comparison }: Pick<contract.ReportContent, 'comparison'>,
): Prior[] => priors.filter(({ caseNumber }) => !comparison.includes(caseNumber));

/** Each with the sentence that would name it. */
export const laterPriors = (
  priors: readonly PriorRead[],
  studies: readonly studyContract.Study[],
): studyContract.Reading['laterPriors'] =>
  priors.map((prior) => ({
    caseNumber: prior.caseNumber,
    tr: sentencesOn([prior], studies, 'tr').join(''),
    en: sentencesOn([prior], studies, 'en').join(''),
  }));

const modalitiesOf = ({ series }: studyContract.Study, language: DocumentLanguage): string =>
  unique(series.flatMap(({ modality }) => (modality === null ? [] : [modalityIn(modality, language)]))).join(' + ');

function techniqueLine(series: studyContract.Series, language: DocumentLanguage): string {
  const text = DOCUMENT_TEXTS[language].draft;
  const parts = [
    examinedPart(series, language) || series.instances[0]?.kind.toUpperCase(),
    series.description,
    text.images({ count: series.instances.length }),
    series.sliceThicknessMm === null
      ? null
      : text.thickness({ mm: new Intl.NumberFormat(language).format(series.sliceThicknessMm) }),
    series.convolutionKernel ? text.kernel({ kernel: series.convolutionKernel }) : null,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** Modality and Body Part Examined in the words of the report: "Toraks BT", "CT chest". */
function examinedPart({ modality, bodyPart }: studyContract.Series, language: DocumentLanguage): string | null {
  const told = modality && modalityIn(modality, language);
  const part = bodyPart && codedPartIn(bodyPart, language);
  return told && part ? DOCUMENT_TEXTS[language].draft.ofPart({ part, modality: told }) : told || part;
}

const unique = (lines: string[]) => [...new Set(lines)];

/** Sections that the draft takes from the headers of the images. */
const FROM_HEADERS = ['technique', 'comparison'] as const;

/**
 * The content after new images: text that the radiologist wrote stays. A section from headers that nobody has rewritten
 * follows the new images, because it would say something false of them.
 */
export function redrafted(
  { editedBy, content, machineDraft: before }: Pick<ReportRow, 'editedBy' | 'content' | 'machineDraft'>,
  machineDraft: contract.ReportContent,
): contract.ReportContent {
  if (editedBy === null) return machineDraft;
  const untouched = FROM_HEADERS.filter((section) => content[section] === before[section]);
  return { ...content, ...Object.fromEntries(untouched.map((section) => [section, machineDraft[section]])) };
}

/** The algorithms that gave a result, for the report, with the signer's verdict on each where there is one. */
export function algorithmsOf(
  runs: Run[],
  { analyses, studies }: { analyses: Analyses; studies: studyContract.Study[] },
  language: DocumentLanguage,
  verdicts: ReadonlyMap<string, AnalysisVerdict> = new Map(),
): contract.Report['algorithms'] {
  const answered = runs.filter((run) => run.result);
  const named = seriesOfResults(runs, studies);
  return answered.map((run) => ({
    id: run.algorithmId,
    version: run.algorithmVersion,
    title: analyses.titleOf(run)[language],
    outcome: given(run.result, 'the result of a finished run').outcome,
    series: named.get(run.id) ?? null,
    verdict: verdicts.get(run.id) ?? null,
  }));
}
