import { type reports as contract, PREPARED_SUMMARY, type studies as studyContract } from '@duai/contract';
import type { Analyses, AnalysisRow } from '../analyses/index.ts';
import type { CaseRow } from '../cases/index.ts';

type ReportLanguage = 'tr' | 'en';

/** What stands in a draft beside the algorithms’ own sentences. */
export const TEXT = {
  tr: {
    notGiven: 'Belirtilmedi.',
    symptoms: 'Yakınmalar: ',
    noComparison: 'Karşılaştırma için önceki inceleme sunulmadı.',
    series: (count: number) => `${count} görüntü`,
    kernel: 'rekonstrüksiyon kerneli',
    nothing: 'Otomatik ölçüm yok.',
    failed: (title: string) => `${title}: analiz tamamlanamadı.`,
  },
  en: {
    notGiven: 'Not given.',
    symptoms: 'Symptoms: ',
    noComparison: 'No earlier examination was submitted for comparison.',
    series: (count: number) => `${count} images`,
    kernel: 'kernel',
    nothing: 'No automatic measurement.',
    failed: (title: string) => `${title}: the analysis could not be completed.`,
  },
} as const;

/** What the pipeline proposes: facts from headers and the algorithms' own sentences. It concludes nothing. */
export function draftContent(
  caseRow: Pick<CaseRow, 'clinicalHistory' | 'symptoms'>,
  studies: studyContract.Study[],
  runs: AnalysisRow[],
  analyses: Analyses,
  language: ReportLanguage,
): contract.ReportContent {
  const text = TEXT[language];
  const described = runs.filter((run) => run.result).map((run) => analyses.describe(run, language));
  const failed = runs
    .filter((run) => run.status === 'failed')
    .map((run) => text.failed(analyses.present(run, language).title[language]!));
  const findings = [...described.flatMap((run) => run.findings), ...failed];
  const impression = described.flatMap((run) => run.impression);
  return {
    clinicalInformation:
      [caseRow.clinicalHistory, caseRow.symptoms ? `${text.symptoms}${caseRow.symptoms}` : null]
        .filter(Boolean)
        .join('\n') || text.notGiven,
    technique: studies.flatMap((study) => study.series.map((series) => techniqueLine(series, text))).join('\n'),
    comparison: text.noComparison,
    findings: unique(findings).join('\n') || text.nothing,
    impression: unique(impression).join('\n'),
    recommendations: '',
    plainSummary: PREPARED_SUMMARY[language],
    agreement: null,
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

/** What AI did, for the report: every algorithm that gave an answer. */
export const algorithmsOf = (
  runs: AnalysisRow[],
  analyses: Analyses,
  language: ReportLanguage,
): contract.Report['algorithms'] =>
  runs.flatMap((run) =>
    run.result
      ? [
          {
            id: run.algorithmId,
            version: run.algorithmVersion,
            title: analyses.present(run, language).title[language]!,
            outcome: run.result.outcome,
          },
        ]
      : [],
  );
