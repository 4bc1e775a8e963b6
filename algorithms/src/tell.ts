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

/** The parts of an algorithm that describe its results in words. */
export type Wording = Pick<
  Algorithm,
  'sentence' | 'measurementNames' | 'isAboutPerson' | 'shownOnly' | 'impressionFrom' | 'shownBy'
> & { manifest: Pick<Algorithm['manifest'], 'id'> };

/** One complete item of a result; showing it does not need the algorithm. */
export interface Told {
  kind: FindingKind;
  /** URI of the code system; each algorithm has its own. */
  codeSystem: string;
  code: string;
  severity: Severity | null;
  params: Record<string, string | number>;
  /** Only for a measurement. */
  value: number | null;
  /** UCUM unit, only for a measurement. */
  unit: string | null;
  /** The sentence; for a measurement, its name. */
  wording: Translated;
  place: FindingPlace | null;
  /** Whether it goes into the draft of a report. */
  isInDraft: boolean;
  /** Whether it belongs in the impression. */
  isInImpression: boolean;
}

/**
 * All items of a result in display order: findings and limitations, or reasons, then measurements.
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
    isInDraft: algorithm.isAboutPerson && !algorithm.shownOnly?.includes(finding.code),
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
