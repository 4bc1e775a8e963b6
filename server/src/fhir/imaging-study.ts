import { bodyPartCodeOf } from '@duai/contract';
import type { StudyTree } from '../features/studies/index.ts';
import { coding, DCM_SYSTEM, type ReferTo, type Resource } from './resource.ts';

/**
 * An ImagingStudy. Null without DICOM identifiers, because pictures (JPEG, PNG) cannot be in an ImagingStudy. `started`
 * is a day: the time in a DICOM header usually lacks the offset from UTC that R4 requires.
 */
export function imagingStudy(study: StudyTree, patient: Resource, referTo: ReferTo): Resource | null {
  const series = study.series.flatMap((row) => {
    const instances = row.instances.flatMap(instanceOf);
    if (!row.seriesInstanceUid || !row.modality || instances.length === 0) return [];
    const bodySite = bodyPartCodeOf(row.bodyPart);
    return [
      {
        uid: row.seriesInstanceUid,
        modality: { system: DCM_SYSTEM, code: row.modality },
        ...(row.description ? { description: row.description } : {}),
        ...(bodySite ? { bodySite: coding(bodySite) } : {}),
        numberOfInstances: instances.length,
        instance: instances,
      },
    ];
  });
  if (!study.studyInstanceUid || series.length === 0) return null;
  return {
    resourceType: 'ImagingStudy',
    id: study.id,
    identifier: [{ system: 'urn:dicom:uid', value: `urn:oid:${study.studyInstanceUid}` }],
    status: 'available',
    modality: [...new Set(series.map(({ modality }) => modality.code))].map((code) => ({ system: DCM_SYSTEM, code })),
    subject: referTo(patient),
    ...(study.studyDate ? { started: study.studyDate } : {}),
    ...(study.description ? { description: study.description } : {}),
    numberOfSeries: series.length,
    numberOfInstances: series.reduce((sum, row) => sum + row.numberOfInstances, 0),
    series,
  };
}

function instanceOf({ sopInstanceUid, instanceNumber, header }: StudyTree['series'][number]['instances'][number]) {
  if (!sopInstanceUid || !header?.sopClassUid) return [];
  return [
    {
      uid: sopInstanceUid,
      sopClass: { system: 'urn:ietf:rfc:3986', code: `urn:oid:${header.sopClassUid}` },
      ...(instanceNumber !== null && instanceNumber >= 0 ? { number: instanceNumber } : {}),
    },
  ];
}
