import { type AnalysisVerdict, bodyPartCodeOf, measurementTermsOf } from '@duai/contract';
import { uuidOf } from '../core/derived-ids.ts';
import type { Measured } from '../features/analyses/index.ts';
import { AI_ASSERTED, coding, type ReferTo, type Resource } from './resource.ts';

const UCUM = 'http://unitsofmeasure.org';
const OWN = 'urn:duai:algorithm';
const SERIES = 'urn:duai:series-instance-uid';
const PARTICIPANT = 'http://terminology.hl7.org/CodeSystem/provenance-participant-type';
const IMAGING = {
  coding: [
    { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'imaging', display: 'Imaging' },
  ],
};

/** The measurements of one algorithm in one series. */
export interface MappedRun {
  id: string;
  algorithmId: string;
  algorithmVersion: string;
  title: string;
  /** ISO 8601. */
  endedAt: string;
  series: { name: string; instanceUid: string | null; bodyPart: string | null };
  measurements: readonly Measured[];
  /** The signer's verdict; null where nobody has given one. */
  verdict: AnalysisVerdict | null;
}

/** The context of the results: patient, study, day of the examination, verifier. */
export interface ResultContext {
  patient: Resource;
  study: Resource | null;
  /** YYYY-MM-DD or ISO 8601. */
  effective: string;
  /** Who verified the results; null while nobody has. */
  verifier: Resource | null;
  referTo: ReferTo;
}

/**
 * Device, Observations (one for each measurement) and Provenance of a run. Every Observation is labelled as asserted by
 * AI. Its status is `final` where a physician accepted it, else `preliminary`.
 */
export function resultResources(
  run: MappedRun,
  context: ResultContext,
): { device: Resource; all: Resource[]; observations: Resource[] } {
  const device: Resource = {
    resourceType: 'Device',
    id: uuidOf(`device ${run.id}`),
    deviceName: [{ name: run.title, type: 'manufacturer-name' }],
    version: [{ value: run.algorithmVersion }],
    identifier: [{ system: OWN, value: run.algorithmId }],
  };
  const observations = run.measurements.map((measured) => observationOf(measured, run, device, context));
  const provenance = observations.length > 0 ? [provenanceOf(run, device, observations, context)] : [];
  return { device, observations, all: [device, ...observations, ...provenance] };
}

function observationOf(measured: Measured, run: MappedRun, device: Resource, context: ResultContext): Resource {
  const { patient, study, effective, referTo } = context;
  const terms = measurementTermsOf(measured.code);
  const site = terms?.site ?? bodyPartCodeOf(run.series.bodyPart);
  return {
    resourceType: 'Observation',
    id: uuidOf(`observation ${run.id} ${measured.code}`),
    meta: AI_ASSERTED,
    // R4 can only refer to the study from which a value derives, so its series is given in an extension.
    ...(run.series.instanceUid ? { extension: [{ url: SERIES, valueUri: `urn:oid:${run.series.instanceUid}` }] } : {}),
    status: run.verdict === 'accepted' ? 'final' : 'preliminary',
    category: [IMAGING],
    code: {
      coding: [
        { system: measured.codeSystem, code: measured.code, display: measured.name.en },
        ...(terms ? [coding(terms.kind)] : []),
      ],
      text: measured.name.en,
    },
    subject: referTo(patient),
    effectiveDateTime: effective,
    issued: run.endedAt,
    ...(site ? { bodySite: { coding: [coding(site)] } } : {}),
    note: [{ text: run.series.name }],
    device: referTo(device),
    ...(study ? { derivedFrom: [referTo(study)] } : {}),
    valueQuantity: { value: measured.value, unit: measured.unit, system: UCUM, code: measured.unit },
  };
}

function provenanceOf(run: MappedRun, device: Resource, observations: Resource[], context: ResultContext): Resource {
  const { study, verifier, referTo } = context;
  return {
    resourceType: 'Provenance',
    id: uuidOf(`provenance ${run.id}`),
    target: observations.map(referTo),
    recorded: run.endedAt,
    agent: [
      agent('author', referTo(device)),
      ...(verifier && run.verdict ? [agent('verifier', referTo(verifier))] : []),
    ],
    ...(study ? { entity: [{ role: 'source', what: referTo(study) }] } : {}),
  };
}

/** An agent with its part in the result (R4, provenance-agent-type). */
export const agent = (code: 'author' | 'verifier' | 'legal', who: { reference: string }) => ({
  type: { coding: [{ system: PARTICIPANT, code }] },
  who,
});
