import type { Finding } from '@duai/contract';
import type { DicomHeader } from '@duai/imaging';
import type { SeriesInfo } from '../algorithm.ts';
import { wrongLaterality } from './laterality.ts';
import { imagesOf } from './named-images.ts';

/** DICOM modalities (PS3.3 C.7.3.1.1.1) that a declared modality of a case may contain. */
const MODALITIES: Readonly<Record<string, readonly string[]>> = {
  CT: ['CT'],
  MRI: ['MR'],
  'X-Ray': ['CR', 'DX', 'RF', 'RG', 'XA', 'PX', 'IO'],
  Ultrasound: ['US', 'IVUS'],
  Mammography: ['MG'],
  'PET-CT': ['PT', 'CT'],
};
/** Modalities that do not say what was imaged: pictures of other media, and secondary capture. */
const NEUTRAL = ['OT', 'SC', 'XC'];

export function checkHeaders(series: SeriesInfo): Finding[] {
  const headers = series.instances.flatMap((instance) => instance.header ?? []);
  return [
    ...wrongModality(series, headers),
    ...burntIn(series, headers),
    ...mixedPeople(headers),
    ...wrongLaterality(headers),
    ...localisers(headers),
    ...lossy(headers),
  ];
}

function wrongModality({ declaredModality }: SeriesInfo, headers: DicomHeader[]): Finding[] {
  const allowed = MODALITIES[declaredModality ?? ''];
  const found = [...new Set(headers.flatMap((header) => header.modality ?? []))];
  const others = found.filter((modality) => !NEUTRAL.includes(modality) && !allowed?.includes(modality));
  if (!allowed || others.length === 0) return [];
  return [
    {
      code: 'WRONG_MODALITY',
      severity: 'important',
      params: { declared: declaredModality!, found: others.join(', ') },
    },
  ];
}

/**
 * Burned In Annotation (PS3.3 C.7.6.1.1.4) if it is stated; a picture or a secondary capture may contain text without stating
 * it.
 */
function burntIn({ instances }: SeriesInfo, headers: DicomHeader[]): Finding[] {
  const flagged = headers.filter((header) => header.burnedInAnnotation === 'YES');
  if (flagged.length > 0) {
    const sopInstanceUids = flagged.flatMap((header) => header.sopInstanceUid ?? []);
    return [{ code: 'BURNT_IN_ANNOTATION', severity: 'notice', params: { count: flagged.length }, sopInstanceUids }];
  }
  const isUnsure = (header: DicomHeader | null) =>
    header === null ||
    (header.burnedInAnnotation === null &&
      (header.imageType[1] === 'SECONDARY' ||
        header.imageType[0] === 'DERIVED' ||
        header.modality === 'US' ||
        NEUTRAL.includes(header.modality ?? '')));
  const unsure = instances.filter((instance) => isUnsure(instance.header)).length;
  return unsure > 0 ? [{ code: 'ANNOTATION_NOT_RULED_OUT', severity: 'info', params: { count: unsure } }] : [];
}

function mixedPeople(headers: DicomHeader[]): Finding[] {
  const people = new Set(headers.flatMap((header) => header.patientKey ?? []));
  if (people.size > 1) return [{ code: 'SEVERAL_PATIENTS', severity: 'important', params: { count: people.size } }];
  const named = headers.filter((header) => header.patientKey !== null).length;
  return named > 0 && named < headers.length
    ? [{ code: 'PARTLY_NAMED', severity: 'important', params: { named, count: headers.length } }]
    : [];
}

/** Image Type value 3 LOCALIZER (PS3.3 C.8.2.1.1.1). */
export const isLocaliser = (header: DicomHeader): boolean =>
  header.imageType.some((value) => value === 'LOCALIZER' || value === 'SCOUT');

/** Localisers among other slices. */
function localisers(headers: DicomHeader[]): Finding[] {
  const found = headers.filter(isLocaliser);
  const count = found.length;
  return count > 0 && count < headers.length
    ? [{ code: 'LOCALISER_MIXED_IN', severity: 'notice', params: { count }, ...imagesOf(found) }]
    : [];
}

function lossy(headers: DicomHeader[]): Finding[] {
  const count = headers.filter((header) => header.lossyImageCompression).length;
  return count > 0 ? [{ code: 'LOSSY_COMPRESSION', severity: 'info', params: { count } }] : [];
}
