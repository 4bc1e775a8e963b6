import { reportTitleOf } from '@duai/contract';
import { uidOf, uuidOf } from '../core/derived-ids.ts';
import { resultResources } from './algorithm-results.ts';
import type { ExportedScan } from './exported-scan.ts';
import { imagingStudy } from './imaging-study.ts';
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
 * DiagnosticReport (preliminary, nobody has signed it), Patient, ImagingStudy, and for each model that ran a Device, an
 * Observation for each measurement, and Provenance. The Patient names nobody: it carries the label that the institution
 * sees, and what the headers say of sex.
 */
export function scanResources(exported: ExportedScan, disclaimer: string, referTo: ReferTo): Resource[] {
  const { scan, trees, runs } = exported;
  const patient = patientOf(scan);
  const study = studyOf(exported, patient, referTo);
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
    meta: AI_ASSERTED,
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

const patientOf = (scan: ExportedScan['scan']): Resource => ({
  resourceType: 'Patient',
  // One for each scan: the label is a short digest, and two people can share it.
  id: uuidOf(`patient ${scan.id}`),
  ...(scan.patientLabel ? { identifier: [{ system: 'urn:duai:patient-label', value: scan.patientLabel }] } : {}),
  ...(scan.patientSex && GENDERS[scan.patientSex] ? { gender: GENDERS[scan.patientSex] } : {}),
});

/** Null for a scan without DICOM images. */
function studyOf({ scan, trees }: ExportedScan, patient: Resource, referTo: ReferTo): Resource | null {
  const [tree] = trees;
  if (!tree) return null;
  const series = trees.flatMap((each) => each.series);
  // A study without a UID of its own is known by one made from the scan.
  const studyInstanceUid = tree.studyInstanceUid ?? scan.studyInstanceUid ?? uidOf(scan.id);
  return imagingStudy(
    { ...tree, series, studyInstanceUid, studyDate: scan.studyDate, description: scan.studyDescription },
    patient,
    referTo,
  );
}
