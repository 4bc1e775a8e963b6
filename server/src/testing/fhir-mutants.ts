import type { FhirEntry } from './fhir.ts';

type Entries = FhirEntry[];
type Found = FhirEntry['resource'];

const first = (entries: Entries, type: string): Found => {
  const entry = entries.find(({ resource }) => resource.resourceType === type);
  if (!entry) throw new Error(`the bundle has no ${type}`);
  return entry.resource;
};

/** Bundles with one error each, by what is wrong: a validator that accepts one of them proves nothing. */
const MUTANTS: Readonly<Record<string, (entries: Entries) => void>> = {
  'a report without its subject': (entries) => delete first(entries, 'DiagnosticReport').subject,
  'a result without its subject': (entries) => delete first(entries, 'Observation').subject,
  'a study without its subject': (entries) => delete first(entries, 'ImagingStudy').subject,
  'a report without category': (entries) => delete first(entries, 'DiagnosticReport').category,
  'a report of no time': (entries) => delete first(entries, 'DiagnosticReport').effectiveDateTime,
  'a result of no time': (entries) => delete first(entries, 'Observation').effectiveDateTime,
  'a result without a device': (entries) => delete first(entries, 'Observation').device,
  'a result that hides that AI asserted it': (entries) => delete first(entries, 'Observation').meta,
  'a result without a code': (entries) => delete first(entries, 'Observation').code,
  'a status that does not exist': (entries) => {
    first(entries, 'DiagnosticReport').status = 'signed';
  },
  'a result of a status that does not exist': (entries) => {
    first(entries, 'Observation').status = 'done';
  },
  'a number written as text': (entries) => {
    const result = first(entries, 'Observation');
    result.valueQuantity = { ...(result.valueQuantity as object), value: '5120.5' };
  },
  'two values of one result': (entries) => {
    first(entries, 'Observation').valueString = 'large';
  },
  'a list where one is due': (entries) => {
    const report = first(entries, 'DiagnosticReport');
    report.subject = [report.subject];
  },
  'one where a list is due': (entries) => {
    const report = first(entries, 'DiagnosticReport');
    report.category = (report.category as unknown[])[0];
  },
  'a day that does not exist': (entries) => {
    first(entries, 'ImagingStudy').started = '2026-13-45';
  },
  'a sex of another table': (entries) => {
    first(entries, 'Patient').gender = 'F';
  },
  'an element that R4 does not have': (entries) => {
    first(entries, 'Patient').nationality = 'TR';
  },
  'a study in place of its subject': (entries) => {
    const study = entries.find(({ resource }) => resource.resourceType === 'ImagingStudy')!;
    first(entries, 'Observation').subject = { reference: study.fullUrl };
  },
  'a reference to nothing': (entries) => {
    first(entries, 'DiagnosticReport').subject = { reference: 'urn:uuid:00000000-0000-4000-8000-000000000000' };
  },
  'two resources under one address': (entries) => {
    entries[1]!.fullUrl = entries[0]!.fullUrl;
  },
  'provenance of nothing': (entries) => {
    first(entries, 'Provenance').target = [];
  },
  'provenance by nobody': (entries) => delete first(entries, 'Provenance').agent,
};

export function* fhirMutants<Bundle extends { entry: Entries }>(bundle: Bundle): Generator<[string, Bundle]> {
  for (const [name, change] of Object.entries(MUTANTS)) {
    const mutant = structuredClone(bundle);
    change(mutant.entry);
    yield [name, mutant];
  }
}
