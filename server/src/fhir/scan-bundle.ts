import { reportTitleOf } from '@duai/contract';
import { uidOf, uuidOf } from '../core/derived-ids.ts';
import { resultResources } from './algorithm-results.ts';
import type { ExportedScan } from './exported-scan.ts';
import { imagingStudy } from './imaging-study.ts';
import type { NamedPatient } from './named-patient.ts';
import { RADIOLOGY } from './patient-bundle.ts';
import { AI_ASSERTED, coding, entryOf, inBundle, type ReferTo, type Resource } from './resource.ts';

/** A FHIR R4 collection bundle of one scan. */
export const scanBundle = (exported: ExportedScan, disclaimer: string) => ({
  resourceType: 'Bundle',
  id: `scan-${exported.scan.id}`,
  type: 'collection',
  timestamp: endOf(exported),
  entry: scanResources(exported, disclaimer, inBundle).map(entryOf),
});

const endOf = ({ scan }: ExportedScan): string => (scan.completedAt ?? scan.createdAt).toISOString();

/**
 * DiagnosticReport (preliminary, because nobody has signed it), Patient, ImagingStudy, and for each model that ran a
 * Device, an Observation for each measurement, and Provenance. The Patient has the institution's label and the sex from
 * the headers; it has a name only where `who` is given.
 */
export function scanResources(
  exported: ExportedScan,
  disclaimer: string,
  referTo: ReferTo,
  who: NamedPatient | null = null,
): Resource[] {
  const { scan, trees, runs } = exported;
  const patient = patientOf(scan, who);
  const accession = who?.accessionNumber
    ? [{ type: { coding: [ACCESSION] }, system: 'urn:duai:accession-number', value: who.accessionNumber }]
    : [];
  const study = withMore(studyOf(exported, patient, referTo), accession);
  const effective = scan.studyDate ?? endOf(exported);
  const bodyParts = new Map(trees.flatMap((tree) => tree.series.map(({ id, bodyPart }) => [id, bodyPart] as const)));
  const results = runs
    .filter((run) => run.row.status === 'evaluated')
    .map(({ row, title, series, measurements }) =>
      resultResources(
        {
          id: row.id,
          algorithmId: row.algorithmId,
          algorithmVersion: row.algorithmVersion,
          title,
          endedAt: (row.finishedAt ?? scan.createdAt).toISOString(),
          series: { ...series, bodyPart: bodyParts.get(row.seriesId) ?? null },
          measurements,
          verdict: null,
        },
        { patient, study, effective, verifier: null, referTo },
      ),
    );
  const observations = results.flatMap((result) => result.observations);
  // Sentences name their series where a model ran on several.
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
    meta: AI_ASSERTED,
    ...(accession.length > 0 ? { identifier: accession } : {}),
    status: 'preliminary',
    category: [RADIOLOGY],
    code: { coding: [coding(reportTitleOf(trees.flatMap(({ series }) => series)))] },
    subject: referTo(patient),
    effectiveDateTime: effective,
    issued: endOf(exported),
    ...(study ? { imagingStudy: [referTo(study)] } : {}),
    ...(observations.length > 0 ? { result: observations.map(referTo) } : {}),
    conclusion: [...sentences, disclaimer].join('\n'),
  };
  return [report, patient, ...(study ? [study] : []), ...results.flatMap(({ all }) => all)];
}

const GENDERS: Readonly<Record<string, string>> = { M: 'male', F: 'female', O: 'other' };

/** HL7 v2 table 0203. */
const ACCESSION = { system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'ACSN' };

const withMore = (study: Resource | null, identifiers: object[]): Resource | null =>
  study && { ...study, identifier: [...(study.identifier as object[]), ...identifiers] };

const patientOf = (scan: ExportedScan['scan'], who: NamedPatient | null): Resource => ({
  resourceType: 'Patient',
  // One Patient for each scan: the label is a short digest, which two people can share.
  id: uuidOf(`patient ${scan.id}`),
  ...identifiersOf(scan, who),
  ...(who?.name ? { name: [who.name] } : {}),
  ...(who?.birthDate ? { birthDate: who.birthDate } : {}),
  ...(scan.patientSex && GENDERS[scan.patientSex] ? { gender: GENDERS[scan.patientSex] } : {}),
});

function identifiersOf({ patientLabel }: ExportedScan['scan'], who: NamedPatient | null) {
  const identifier = [
    ...(who?.patientId ? [{ system: 'urn:duai:patient-id', value: who.patientId }] : []),
    ...(patientLabel ? [{ system: 'urn:duai:patient-label', value: patientLabel }] : []),
  ];
  return identifier.length > 0 ? { identifier } : {};
}

/** Returns null for a scan without DICOM images. */
function studyOf({ scan, trees }: ExportedScan, patient: Resource, referTo: ReferTo): Resource | null {
  const [tree] = trees;
  if (!tree) return null;
  const series = trees.flatMap((each) => each.series);
  // A study without a UID gets one derived from the scan.
  const studyInstanceUid = tree.studyInstanceUid ?? scan.studyInstanceUid ?? uidOf(scan.id);
  return imagingStudy(
    { ...tree, series, studyInstanceUid, studyDate: scan.studyDate, description: scan.studyDescription },
    patient,
    referTo,
  );
}
