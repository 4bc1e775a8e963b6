import type { StudyTree } from '../features/studies/index.ts';

interface Person {
  firstName: string;
  lastName: string;
  dateOfBirth: string | null;
  gender: 'male' | 'female' | 'other' | null;
}

/** What a bundle is made from; no database rows, so that the mapping can be read against the standard. */
export interface FhirSource {
  patient: Person & { id: string; email: string; phone: string | null; language: string };
  cases: Iterable<FhirCase> | AsyncIterable<FhirCase>;
}
export interface FhirCase {
  id: string;
  caseNumber: string;
  /** Whom the images show, where it is not the holder of the account. */
  subject: Person | null;
  studies: StudyTree[];
  report: {
    id: string;
    signedBy: string;
    signedAt: string;
    language: string;
    conclusion: string;
    /** What addenda do to it: add, or at least one corrects. */
    addenda: 'supplement' | 'correction' | null;
    pdf: { path: string } | null;
  } | null;
}

type Resource = { resourceType: string; id: string } & Record<string, unknown>;

/** DICOM ontology (PS3.16 Annex D), LOINC and HL7 tables as FHIR R4 names them. */
const DCM = 'http://dicom.nema.org/resources/ontology/DCM';
const LOINC = 'http://loinc.org';

/**
 * A FHIR R4 (4.0.1) collection of Patient, ImagingStudy and DiagnosticReport, as text, one case after the other. Pictures
 * without DICOM identifiers (JPEG, PNG) have no place in an ImagingStudy; they lie beside the bundle as files.
 */
export async function* fhirBundle({ patient, cases }: FhirSource, madeAt: Date): AsyncGenerator<string> {
  const entry = (resource: Resource) => JSON.stringify({ fullUrl: `urn:uuid:${resource.id}`, resource }, null, 2);
  yield `{\n"resourceType": "Bundle",\n"type": "collection",\n"timestamp": ${JSON.stringify(madeAt)},\n"entry": [\n`;
  yield entry(holderResource(patient));
  for await (const own of cases) for (const resource of resourcesOf(own, patient.id)) yield `,\n${entry(resource)}`;
  yield '\n]\n}\n';
}

function resourcesOf(own: FhirCase, holderId: string): Resource[] {
  // Images of a relative belong to a Patient of their own, known by the case.
  const subjectId = own.subject ? own.id : holderId;
  const studies = own.studies.flatMap((study) => imagingStudy(study, subjectId) ?? []);
  return [
    ...(own.subject ? [patientResource(own.id, own.subject)] : []),
    ...studies,
    ...(own.report ? [diagnosticReport(own, own.report, subjectId, studies)] : []),
  ];
}

const reference = (id: string) => ({ reference: `urn:uuid:${id}` });

const patientResource = (id: string, person: Person): Resource => ({
  resourceType: 'Patient',
  id,
  name: [{ use: 'official', family: person.lastName, given: [person.firstName] }],
  ...(person.gender ? { gender: person.gender } : {}),
  ...(person.dateOfBirth ? { birthDate: person.dateOfBirth } : {}),
});

const holderResource = (holder: FhirSource['patient']): Resource => ({
  ...patientResource(holder.id, holder),
  telecom: [
    { system: 'email', value: holder.email },
    ...(holder.phone ? [{ system: 'phone', value: holder.phone }] : []),
  ],
  communication: [{ language: { coding: [{ system: 'urn:ietf:bcp:47', code: holder.language }] }, preferred: true }],
});

function imagingStudy(study: StudyTree, patientId: string): Resource | null {
  const series = study.series.flatMap((row) => {
    const instances = row.instances.flatMap((instance) =>
      instance.sopInstanceUid && instance.header?.sopClassUid
        ? [
            {
              uid: instance.sopInstanceUid,
              sopClass: { system: 'urn:ietf:rfc:3986', code: `urn:oid:${instance.header.sopClassUid}` },
              ...(instance.instanceNumber !== null && instance.instanceNumber >= 0
                ? { number: instance.instanceNumber }
                : {}),
            },
          ]
        : [],
    );
    return row.seriesInstanceUid && row.modality && instances.length > 0
      ? [
          {
            uid: row.seriesInstanceUid,
            modality: { system: DCM, code: row.modality },
            ...(row.description ? { description: row.description } : {}),
            numberOfInstances: instances.length,
            instance: instances,
          },
        ]
      : [];
  });
  if (!study.studyInstanceUid || series.length === 0) return null;
  return {
    resourceType: 'ImagingStudy',
    id: study.id,
    identifier: [{ system: 'urn:dicom:uid', value: `urn:oid:${study.studyInstanceUid}` }],
    status: 'available',
    subject: reference(patientId),
    ...(study.studyDate ? { started: study.studyDate } : {}),
    ...(study.description ? { description: study.description } : {}),
    numberOfSeries: series.length,
    numberOfInstances: series.reduce((sum, row) => sum + row.numberOfInstances, 0),
    series,
  };
}

const STATUS = { none: 'final', supplement: 'appended', correction: 'corrected' } as const;

function diagnosticReport(
  own: FhirCase,
  report: NonNullable<FhirCase['report']>,
  patientId: string,
  studies: Resource[],
): Resource {
  return {
    resourceType: 'DiagnosticReport',
    id: report.id,
    language: report.language,
    identifier: [{ value: own.caseNumber }],
    // FHIR R4 diagnostic-report-status: an addendum appends to a final report, or says what of it is corrected.
    status: STATUS[report.addenda ?? 'none'],
    category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'RAD' }] }],
    code: { coding: [{ system: LOINC, code: '18748-4', display: 'Diagnostic imaging study' }] },
    subject: reference(patientId),
    issued: report.signedAt,
    resultsInterpreter: [{ display: report.signedBy }],
    ...(studies.length > 0 ? { imagingStudy: studies.map((study) => reference(study.id)) } : {}),
    conclusion: report.conclusion,
    ...(report.pdf
      ? { presentedForm: [{ contentType: 'application/pdf', language: report.language, url: report.pdf.path }] }
      : {}),
  };
}
