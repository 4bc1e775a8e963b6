import type { AlgorithmResult, AnalysisReason, Finding, Language } from '@duai/contract';
import type { Algorithm, SeriesInfo, SeriesInput } from '../algorithm.ts';
import { sentence } from '../wording.ts';
import { checkGeometry } from './geometry.ts';
import { checkHeaders } from './headers.ts';
import { MANIFEST } from './manifest.ts';
import { checkPixels } from './pixels.ts';
import { DECLARED, WORDING } from './wording.ts';

/** Is this series whole, of one piece, and what it says it is? Runs on every modality. */
export const qcSeries: Algorithm = {
  manifest: MANIFEST,
  gate: (series: SeriesInfo) =>
    series.instances.length > 0 ? { fits: true } : { fits: false, code: 'NO_IMAGES', params: {} },
  async run(input: SeriesInput): Promise<AlgorithmResult> {
    const pixels = await checkPixels(input);
    const geometry = await checkGeometry(input);
    const findings: Finding[] = [...checkHeaders(input), ...geometry.findings, ...pixels.findings];
    return {
      outcome: 'evaluated',
      findings:
        findings.length > 0
          ? findings
          : [{ code: 'NO_PROBLEM', severity: 'info', params: { count: input.instances.length } }],
      measurements: [{ code: 'INSTANCES', value: input.instances.length, unit: '{instances}' }, ...pixels.measurements],
      overlays: [],
      limitations: [...geometry.limitations, ...pixels.limitations],
    };
  },
  describe(result: AlgorithmResult, language: Language) {
    if (result.outcome !== 'evaluated') return { findings: [], impression: [] };
    const written = ({ code, params }: Finding) => {
      const declared = DECLARED[params.declared ?? '']?.[language];
      return sentence(WORDING, code, { ...params, ...(declared && { declared }) }, language);
    };
    return {
      findings: [
        ...result.findings.map(written),
        ...result.limitations.map((reason) => this.describeReason(reason, language)),
      ],
      impression: result.findings.filter((finding) => finding.severity === 'important').map(written),
    };
  },
  /** A check of images says nothing about the person on them. */
  draft: () => ({ findings: [], impression: [] }),
  shownBy: {},
  describeReason: (reason: AnalysisReason, language: Language) =>
    sentence(WORDING, reason.code, reason.params, language),
};
