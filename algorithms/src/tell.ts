import {
  type AlgorithmResult,
  type AnalysisReason,
  type Finding,
  type FindingKind,
  type FindingPlace,
  inEachLanguage,
  type Measurement,
  SEVERITIES,
  type Severity,
  type Translated,
} from '@duai/contract';
import type { Algorithm } from './algorithm.ts';
import { placeOf } from './places.ts';

/** What of an algorithm makes words of its results. */
export type Wording = Pick<
  Algorithm,
  'sentence' | 'measurementNames' | 'isAboutPerson' | 'impressionFrom' | 'shownBy'
> & { manifest: Pick<Algorithm['manifest'], 'id'> };

/** One thing that a result tells, complete: whoever shows it needs no algorithm. */
export interface Told {
  kind: FindingKind;
  /** URI of the code system; codes of an algorithm are its own. */
  codeSystem: string;
  code: string;
  severity: Severity | null;
  params: Record<string, string | number>;
  /** Of a measurement. */
  value: number | null;
  /** UCUM, of a measurement. */
  unit: string | null;
  /** The sentence; of a measurement, what it is called. */
  wording: Translated;
  place: FindingPlace | null;
  /** Goes into the draft of a report. */
  isInDraft: boolean;
  /** Belongs in the impression. */
  isInImpression: boolean;
}

/**
 * All that a result tells, in the order in which it is shown: findings and limitations, or reasons, then measurements.
 * @throws Error for a code without wording
 */
export function tell(algorithm: Wording, result: AlgorithmResult): Told[] {
  if (result.outcome === 'not-evaluable') return result.reasons.map((reason) => said(algorithm, 'reason', reason));
  return [
    ...result.findings.map((finding) => seen(algorithm, finding, result.overlays)),
    ...result.limitations.map((reason) => said(algorithm, 'limitation', reason)),
    ...result.measurements.map((measurement) => measured(algorithm, measurement)),
  ];
}

function said(algorithm: Wording, kind: FindingKind, { code, params }: AnalysisReason): Told {
  return {
    kind,
    codeSystem: `urn:duai:algorithm:${algorithm.manifest.id}`,
    code,
    severity: null,
    params,
    value: null,
    unit: null,
    wording: inEachLanguage((language) => algorithm.sentence({ code, params }, language)),
    place: null,
    isInDraft: false,
    isInImpression: false,
  };
}

function seen(
  algorithm: Wording,
  finding: Finding,
  overlays: Extract<AlgorithmResult, { outcome: 'evaluated' }>['overlays'],
): Told {
  return {
    ...said(algorithm, 'finding', finding),
    severity: finding.severity,
    place: placeOf(finding, overlays, algorithm.shownBy),
    isInDraft: algorithm.isAboutPerson,
    isInImpression: SEVERITIES.indexOf(finding.severity) >= SEVERITIES.indexOf(algorithm.impressionFrom),
  };
}

const measured = ({ manifest, measurementNames }: Wording, { code, value, unit }: Measurement): Told => ({
  kind: 'measurement',
  codeSystem: `urn:duai:algorithm:${manifest.id}`,
  code,
  severity: null,
  params: {},
  value,
  unit,
  wording: measurementNames[code] ?? inEachLanguage(() => code),
  place: null,
  isInDraft: false,
  isInImpression: false,
});
