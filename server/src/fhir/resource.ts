import type { StandardCode } from '@duai/contract';

export type Resource = { resourceType: string; id: string } & Record<string, unknown>;

/** How resources refer to each other: by full URL in a collection (R4 section 2.24.0.5), by type and id in an API. */
export type ReferTo = (resource: Pick<Resource, 'resourceType' | 'id'>) => { reference: string };

const addressOf = (id: string) => `urn:uuid:${id}`;
export const inBundle: ReferTo = ({ id }) => ({ reference: addressOf(id) });
export const entryOf = (resource: Resource) => ({ fullUrl: addressOf(resource.id), resource });

const SYSTEMS: Readonly<Record<StandardCode['scheme'], string>> = {
  SCT: 'http://snomed.info/sct',
  LN: 'http://loinc.org',
  DCM: 'http://dicom.nema.org/resources/ontology/DCM',
};
export const DCM_SYSTEM = SYSTEMS.DCM;
export const coding = ({ scheme, value, meaning }: StandardCode) => ({
  system: SYSTEMS[scheme],
  code: value,
  display: meaning,
});

const provenanceOfValue = (code: string, display: string) => ({
  security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code, display }],
});
/** HL7 v3 ObservationValue, the labels of the guide "AI Transparency on FHIR": asserted by software, or by a physician. */
export const AI_ASSERTED = provenanceOfValue('AIAST', 'Artificial Intelligence asserted');
export const CLINICIAN_ASSERTED = provenanceOfValue('CLINAST', 'clinician asserted');
