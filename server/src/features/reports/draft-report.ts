import {
  type AnalysisVerdict,
  type reports as contract,
  PREPARED_SUMMARY,
  type studies as studyContract,
} from '@duai/contract';
import type { Analyses, Run } from '../analyses/index.ts';
import type { CaseRow } from '../cases/index.ts';

type ReportLanguage = 'tr' | 'en';

/** What stands in a draft beside the algorithms’ measurements. */
export const TEXT = {
  tr: {
    notGiven: 'Belirtilmedi.',
    symptoms: 'Yakınmalar: ',
    noComparison: 'Karşılaştırma için önceki inceleme sunulmadı.',
    series: (count: number) => `${count} görüntü`,
    kernel: 'rekonstrüksiyon kerneli',
  },
  en: {
    notGiven: 'Not given.',
    symptoms: 'Symptoms: ',
    noComparison: 'No earlier examination was submitted for comparison.',
    series: (count: number) => `${count} images`,
    kernel: 'kernel',
  },
} as const;

/**
 * What the pipeline proposes: facts from headers and what algorithms measured in the person. It concludes nothing, and
 * remarks on the images (checks of the series, what could not be evaluated, what failed) stay with the radiologist.
 */
export function draftContent(
  caseRow: Pick<CaseRow, 'clinicalHistory' | 'symptoms'>,
  studies: studyContract.Study[],
  runs: Run[],
  analyses: Analyses,
  language: ReportLanguage,
): contract.ReportContent {
  const text = TEXT[language];
  const drafted = runs.map((run) => analyses.draft(run, language));
  return {
    clinicalInformation:
      [caseRow.clinicalHistory, caseRow.symptoms ? `${text.symptoms}${caseRow.symptoms}` : null]
        .filter(Boolean)
        .join('\n') || text.notGiven,
    technique: studies.flatMap((study) => study.series.map((series) => techniqueLine(series, text))).join('\n'),
    comparison: text.noComparison,
    findings: unique(drafted.flatMap(({ findings }) => findings)).join('\n'),
    impression: unique(drafted.flatMap(({ impression }) => impression)).join('\n'),
    recommendations: '',
    plainSummary: PREPARED_SUMMARY[language],
    agreement: null,
    rads: null,
    keyImages: [],
  };
}

function techniqueLine(series: studyContract.Series, text: (typeof TEXT)[ReportLanguage]): string {
  const parts = [
    [series.modality, series.bodyPart].filter(Boolean).join(' ') || series.instances[0]?.kind.toUpperCase(),
    series.description,
    text.series(series.instances.length),
    series.sliceThicknessMm === null ? null : `${series.sliceThicknessMm} mm`,
    series.convolutionKernel ? `${text.kernel} ${series.convolutionKernel}` : null,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

const unique = (lines: string[]) => [...new Set(lines)];

/** What AI did, for the report: every answer of an algorithm, and the signer's word on it once there is one. */
export function algorithmsOf(
  runs: Run[],
  { analyses, studies }: { analyses: Analyses; studies: studyContract.Study[] },
  language: ReportLanguage,
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
    outcome: run.result!.outcome,
    series: nameOf(run),
    verdict: verdicts.get(run.id) ?? null,
  }));
}
