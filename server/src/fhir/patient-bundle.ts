import { type accounts, reportTitleOf } from '@duai/contract';
import { uuidOf } from '../core/derived-ids.ts';
import type { StudyTree } from '../features/studies/index.ts';
import { agent, type MappedRun, resultResources } from './algorithm-results.ts';
import { imagingStudy } from './imaging-study.ts';
import { CLINICIAN_ASSERTED, coding, entryOf, inBundle, type ReferTo, type Resource } from './resource.ts';

interface Person {
  firstName: string;
  lastName: string;
  dateOfBirth: string | null;
  gender: 'male' | 'female' | 'other' | null;
}

/** The input of a bundle. It has no database rows, so that the mapping can be compared with the standard. */
export interface FhirSource {
  patient: Person & { id: string; email: string | null; phone: string | null; language: string };
  cases: Iterable<FhirCase> | AsyncIterable<FhirCase>;
}
export interface FhirCase {
  id: string;
  caseNumber: string;
  /** The relative whom the images show; null where it is the account holder. */
  subject: Person | null;
  studies: StudyTree[];
  report: {
    id: string;
    signedBy: string;
    /** Title and registration number of the signer; null where they were not stored. */
    signer: accounts.Credentials | null;
    signedAt: string;
    /** That of the newest edition. */
    lastSignedAt: string;
    language: string;
    conclusion: string;
    /** SHA-256 of the signed content. */
    contentSha256: string;
    /** Whether there are addenda; 'correction' where at least one corrects the report. */
    addenda: 'supplement' | 'correction' | null;
    pdf: { path: string } | null;
    /** Results of algorithms on the images of the report, without those that the signer rejected or changed. */
    runs: (MappedRun & { studyId: string })[];
  } | null;
}

/**
 * A FHIR R4 (4.0.1) collection as text, one case at a time: Patient, ImagingStudy, and for each signed report
 * DiagnosticReport, Practitioner, Provenance and the algorithm results. Pictures without DICOM identifiers (JPEG, PNG)
 * cannot be in an ImagingStudy; they are files beside the bundle.
 */
export async function* fhirBundle({ patient, cases }: FhirSource, madeAt: Date): AsyncGenerator<string> {
  const entry = (resource: Resource) => JSON.stringify(entryOf(resource), null, 2);
  yield `{\n"resourceType": "Bundle",\n"type": "collection",\n"timestamp": ${JSON.stringify(madeAt)},\n"entry": [\n`;
  const holder = holderResource(patient);
  yield entry(holder);
  for await (const own of cases)
    for (const resource of caseResources(own, holder, inBundle)) yield `,\n${entry(resource)}`;
  yield '\n]\n}\n';
}

/** All resources of a case except the account holder (`holder`). A relative has a Patient resource of their own. */
function caseResources(own: FhirCase, holder: Resource, referTo: ReferTo): Resource[] {
  const subject = own.subject ? patientResource(own.id, own.subject) : holder;
  const studies = new Map(
    own.studies.flatMap((study) => {
      const resource = imagingStudy(study, subject, referTo);
      return resource ? [[study.id, resource] as const] : [];
    }),
  );
  return [
    ...(own.subject ? [subject] : []),
    ...studies.values(),
    ...(own.report ? reportResources(own, own.report, { subject, studies, referTo }) : []),
  ];
}

const patientResource = (id: string, person: Person): Resource => ({
  resourceType: 'Patient',
  id,
  name: [{ use: 'official', family: person.lastName, given: [person.firstName] }],
  ...(person.gender ? { gender: person.gender } : {}),
  ...(person.dateOfBirth ? { birthDate: person.dateOfBirth } : {}),
});

const holderResource = (holder: FhirSource['patient']): Resource => ({
  ...patientResource(holder.id, holder),
  ...telecomOf(holder),
  communication: [{ language: { coding: [{ system: 'urn:ietf:bcp:47', code: holder.language }] }, preferred: true }],
});

function telecomOf({ email, phone }: FhirSource['patient']) {
  const ways = [
    ...(email ? [{ system: 'email', value: email }] : []),
    ...(phone ? [{ system: 'phone', value: phone }] : []),
  ];
  return ways.length > 0 ? { telecom: ways } : {};
}

const STATUS = { none: 'final', supplement: 'appended', correction: 'corrected' } as const;

function reportResources(
  own: FhirCase,
  report: NonNullable<FhirCase['report']>,
  { subject, studies, referTo }: { subject: Resource; studies: ReadonlyMap<string, Resource>; referTo: ReferTo },
): Resource[] {
  const signer: Resource = {
    resourceType: 'Practitioner',
    id: uuidOf(`signer ${report.id}`),
    name: [{ text: report.signedBy }],
    ...(report.signer?.registrationNumber ? { identifier: [{ value: report.signer.registrationNumber }] } : {}),
    ...(report.signer?.title ? { qualification: [{ code: { text: report.signer.title } }] } : {}),
  };
  const dayOf = (id: string) => own.studies.find((study) => study.id === id)?.studyDate;
  // Earlier studies of the case are there for comparison.
  const effective =
    own.studies
      .flatMap(({ studyDate }) => studyDate ?? [])
      .sort()
      .at(-1) ?? report.signedAt;
  const results = report.runs.map((run) =>
    resultResources(run, {
      patient: subject,
      study: studies.get(run.studyId) ?? null,
      effective: dayOf(run.studyId) ?? report.signedAt,
      verifier: signer,
      referTo,
    }),
  );
  const diagnosticReport: Resource = {
    resourceType: 'DiagnosticReport',
    id: report.id,
    meta: CLINICIAN_ASSERTED,
    language: report.language,
    identifier: [{ value: own.caseNumber }],
    // FHIR R4 diagnostic-report-status: an addendum either appends to a final report or corrects it.
    status: STATUS[report.addenda ?? 'none'],
    category: [RADIOLOGY],
    code: { coding: [coding(reportTitleOf(own.studies.flatMap(({ series }) => series)))] },
    subject: referTo(subject),
    effectiveDateTime: effective,
    // When this version was made available.
    issued: report.lastSignedAt,
    performer: [referTo(signer)],
    resultsInterpreter: [referTo(signer)],
    ...(results.some(({ observations }) => observations.length > 0)
      ? { result: results.flatMap(({ observations }) => observations.map(referTo)) }
      : {}),
    ...(studies.size > 0 ? { imagingStudy: [...studies.values()].map(referTo) } : {}),
    conclusion: report.conclusion,
    ...(report.pdf
      ? { presentedForm: [{ contentType: 'application/pdf', language: report.language, url: report.pdf.path }] }
      : {}),
  };
  const provenance: Resource = {
    resourceType: 'Provenance',
    id: uuidOf(`provenance ${report.id}`),
    target: [referTo(diagnosticReport)],
    recorded: report.signedAt,
    agent: [agent('legal', referTo(signer))],
    // The signed content is identified by its SHA-256 (RFC 6920), with which anybody can verify it.
    entity: [
      {
        role: 'source',
        what: {
          identifier: { system: 'urn:ietf:rfc:3986', value: `ni:///sha-256;${inBase64Url(report.contentSha256)}` },
        },
      },
    ],
  };
  return [diagnosticReport, signer, provenance, ...results.flatMap(({ all }) => all)];
}

/** HL7 v2 table 0074. */
export const RADIOLOGY = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'RAD', display: 'Radiology' }],
};

const inBase64Url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');
