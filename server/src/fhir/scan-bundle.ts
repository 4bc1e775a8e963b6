import { uidOf, uuidOf } from '../core/derived-ids.ts';
import type { ExportedScan } from './exported-scan.ts';

type Resource = { resourceType: string; id: string } & Record<string, unknown>;
const UCUM = 'http://unitsofmeasure.org';
const DICOM = 'http://dicom.nema.org/resources/ontology/DCM';
const OWN = 'urn:duai:algorithm';
const SERIES = 'urn:duai:series-instance-uid';

/** In a collection references lead to an entry's full address (R4 section 2.24.0.5). */
const addressOf = (id: string) => `urn:uuid:${id}`;
const referenceTo = (id: string) => ({ reference: addressOf(id) });
const deviceOf = (analysisId: string) => uuidOf(`device ${analysisId}`);

/**
 * A FHIR R4 collection bundle of one scan: DiagnosticReport (preliminary, nobody has signed it), an Observation for
 * each measurement, the ImagingStudy, and a Device for each model that ran. No identity of the person: the subject is
 * the institution's to add.
 */
export function scanBundle(exported: ExportedScan, disclaimer: string) {
  const { scan, runs } = exported;
  const at = (scan.completedAt ?? scan.createdAt).toISOString();
  const ran = runs.filter((run) => run.row.status === 'evaluated');
  const study = imagingStudyOf(exported);
  const devices: Resource[] = ran.map(({ row, title }) => ({
    resourceType: 'Device',
    id: deviceOf(row.id),
    deviceName: [{ name: title, type: 'manufacturer-name' }],
    version: [{ value: row.algorithmVersion }],
    identifier: [{ system: OWN, value: row.algorithmId }],
  }));
  const observations: Resource[] = ran.flatMap(({ row, series, measurements }) =>
    measurements.map((entry) => ({
      resourceType: 'Observation',
      id: uuidOf(`observation ${row.id} ${entry.code}`),
      // R4 knows the study that a value derives from; which of its series, we say beside it.
      ...(series.instanceUid ? { extension: [{ url: SERIES, valueUri: `urn:oid:${series.instanceUid}` }] } : {}),
      status: 'preliminary',
      code: { coding: [{ system: entry.codeSystem, code: entry.code }], text: entry.name.en },
      effectiveDateTime: (row.finishedAt ?? scan.createdAt).toISOString(),
      note: [{ text: series.name }],
      device: referenceTo(deviceOf(row.id)),
      derivedFrom: [referenceTo(study.id)],
      valueQuantity: { value: entry.value, unit: entry.unit, system: UCUM, code: entry.unit },
    })),
  );
  // Where a model looked at several series, its sentences say of which they are.
  const isOneOfSeveral = ({ row }: ExportedScan['runs'][number]) =>
    runs.some((other) => other.row.algorithmId === row.algorithmId && other.row.id !== row.id);
  const sentences =
    scan.billing === 'sample'
      ? scan.findings
      : runs.flatMap((run) =>
          run.findings.map((finding) => (isOneOfSeveral(run) ? `${finding} (${run.series.name})` : finding)),
        );
  const report: Resource = {
    resourceType: 'DiagnosticReport',
    id: scan.id,
    status: 'preliminary',
    code: { coding: [{ system: 'http://loinc.org', code: '18748-4', display: 'Diagnostic imaging study' }] },
    effectiveDateTime: at,
    issued: at,
    imagingStudy: [referenceTo(study.id)],
    result: observations.map(({ id }) => referenceTo(id)),
    conclusion: [...sentences, disclaimer].join('\n'),
  };
  return {
    resourceType: 'Bundle',
    id: `scan-${scan.id}`,
    type: 'collection',
    timestamp: at,
    entry: [report, study, ...devices, ...observations].map((resource) => ({
      fullUrl: addressOf(resource.id),
      resource,
    })),
  };
}

function imagingStudyOf({ scan, trees }: ExportedScan): Resource {
  const series = trees.flatMap((tree) => tree.series);
  return {
    resourceType: 'ImagingStudy',
    id: uuidOf(`study ${scan.id}`),
    status: 'available',
    identifier: [{ system: 'urn:dicom:uid', value: `urn:oid:${scan.studyInstanceUid ?? uidOf(scan.id)}` }],
    ...(scan.studyDate ? { started: scan.studyDate } : {}),
    ...(scan.studyDescription ? { description: scan.studyDescription } : {}),
    subject: { display: scan.patientLabel ?? 'not stated' },
    numberOfSeries: series.length,
    numberOfInstances: series.reduce((sum, entry) => sum + entry.instances.length, 0),
    series: series.map((entry) => ({
      uid: entry.seriesInstanceUid ?? uidOf(entry.id),
      modality: { system: DICOM, code: entry.modality ?? 'OT' },
      ...(entry.description ? { description: entry.description } : {}),
      numberOfInstances: entry.instances.length,
    })),
  };
}
