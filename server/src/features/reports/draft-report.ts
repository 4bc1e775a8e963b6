import {
  type AnalysisVerdict,
  bodyPartIn,
  type reports as contract,
  given,
  type studies as studyContract,
} from '@duai/contract';
import { DOCUMENT_TEXTS, type DocumentLanguage, modalityIn } from '../../core/texts.ts';
import type { Analyses, Run } from '../analyses/index.ts';
import type { CaseRow } from '../cases/index.ts';

/**
 * The draft of the pipeline: facts from headers and measurements of algorithms. It draws no conclusions. Remarks on the
 * images (checks of the series, what could not be evaluated, what failed) are left to the radiologist.
 */
export function draftContent(
  caseRow: Pick<CaseRow, 'clinicalHistory' | 'symptoms'>,
  priors: readonly Pick<CaseRow, 'caseNumber' | 'modality' | 'bodyPart'>[],
  studies: studyContract.Study[],
  runs: Run[],
  analyses: Analyses,
  language: DocumentLanguage,
): contract.ReportContent {
  const text = DOCUMENT_TEXTS[language].draft;
  const drafted = runs.map((run) => analyses.draft(run, language));
  return {
    clinicalInformation:
      [caseRow.clinicalHistory, caseRow.symptoms ? text.symptoms({ symptoms: caseRow.symptoms }) : null]
        .filter(Boolean)
        .join('\n') || text.notGiven,
    technique: studies.flatMap((study) => study.series.map((series) => techniqueLine(series, language))).join('\n'),
    comparison: comparisonLine(priors, language),
    findings: unique(drafted.flatMap(({ findings }) => findings)).join('\n'),
    impression: unique(drafted.flatMap(({ impression }) => impression)).join('\n'),
    recommendations: '',
    plainSummary: text.plainSummary,
    agreement: null,
    rads: null,
    keyImages: [],
  };
}

/** Names earlier cases of the person; whether they were compared, and with what result, only the radiologist can write. */
function comparisonLine(priors: Parameters<typeof draftContent>[1], language: DocumentLanguage): string {
  const text = DOCUMENT_TEXTS[language].draft;
  if (priors.length === 0) return text.noComparison;
  const named = priors.map(({ caseNumber, modality, bodyPart }) =>
    [modalityIn(modality, language), bodyPart && bodyPartIn(bodyPart, language), caseNumber].filter(Boolean).join(', '),
  );
  return text.earlier({ examinations: named.join('; ') });
}

function techniqueLine(series: studyContract.Series, language: DocumentLanguage): string {
  const text = DOCUMENT_TEXTS[language].draft;
  const parts = [
    [series.modality && modalityIn(series.modality, language), series.bodyPart].filter(Boolean).join(' ') ||
      series.instances[0]?.kind.toUpperCase(),
    series.description,
    text.images({ count: series.instances.length }),
    series.sliceThicknessMm === null
      ? null
      : text.thickness({ mm: new Intl.NumberFormat(language).format(series.sliceThicknessMm) }),
    series.convolutionKernel ? text.kernel({ kernel: series.convolutionKernel }) : null,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

const unique = (lines: string[]) => [...new Set(lines)];

/** The algorithms that gave a result, for the report, with the signer's verdict on each where there is one. */
export function algorithmsOf(
  runs: Run[],
  { analyses, studies }: { analyses: Analyses; studies: studyContract.Study[] },
  language: DocumentLanguage,
  verdicts: ReadonlyMap<string, AnalysisVerdict> = new Map(),
): contract.Report['algorithms'] {
  const answered = runs.filter((run) => run.result);
  const series = studies.flatMap((study) => study.series);
  const nameOf = ({ algorithmId, seriesId }: Run) => {
    if (answered.filter((run) => run.algorithmId === algorithmId).length === 1) return null;
    const at = series.findIndex(({ id }) => id === seriesId);
    return series[at]?.description ?? String(at + 1);
  };
  return answered.map((run) => ({
    id: run.algorithmId,
    version: run.algorithmVersion,
    title: analyses.titleOf(run)[language],
    outcome: given(run.result, 'the result of a finished run').outcome,
    series: nameOf(run),
    verdict: verdicts.get(run.id) ?? null,
  }));
}
