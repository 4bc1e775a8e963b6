import type { dicomweb as contract } from '@duai/contract';
import type { FoundRow } from './search.store.ts';
import { SEARCH_KEYS, type SearchLevel } from './search-keys.ts';

type Value = string | number | { Alphabetic: string } | null | undefined;

const nameOf = (name: string | null | undefined): Value => {
  const [Alphabetic = '', Ideographic, Phonetic] = (name ?? '').split('=');
  return name ? { Alphabetic, ...(Ideographic && { Ideographic }), ...(Phonetic && { Phonetic }) } : null;
};

/** The value of each attribute, by tag. Times, study ids and referring physicians are not stored. */
const VALUES: Readonly<Record<string, (row: FoundRow) => Value | readonly Value[]>> = {
  '00100010': ({ patientName }) => nameOf(patientName),
  '00100020': ({ patientId }) => patientId,
  '00100030': ({ birthDate }) => birthDate,
  '00100040': ({ sex }) => sex,
  '00201200': ({ patientStudies }) => patientStudies,
  '00080020': ({ studyDate }) => studyDate,
  '00080050': ({ accessionNumber }) => accessionNumber,
  '00080061': ({ modalities }) => modalities ?? [],
  '00081030': ({ studyDescription }) => studyDescription,
  '0020000D': ({ studyInstanceUid }) => studyInstanceUid,
  '00201206': ({ studySeries }) => studySeries,
  '00201208': ({ studyInstances }) => studyInstances,
  '00080060': ({ modality }) => modality,
  '0008103E': ({ seriesDescription }) => seriesDescription,
  '00180015': ({ bodyPart }) => bodyPart,
  '0020000E': ({ seriesInstanceUid }) => seriesInstanceUid,
  '00200011': ({ seriesNumber }) => seriesNumber,
  '00201209': ({ seriesInstances }) => seriesInstances,
  '00080016': ({ sopClassUid }) => sopClassUid,
  '00080018': ({ sopInstanceUid }) => sopInstanceUid,
  '00200013': ({ instanceNumber }) => instanceNumber,
  '00280008': ({ frames }) => frames,
  '00280010': ({ rows }) => rows,
  '00280011': ({ columns }) => columns,
};

const LEVELS: Readonly<Record<SearchLevel, readonly SearchLevel[]>> = {
  patient: ['patient'],
  study: ['patient', 'study'],
  series: ['patient', 'study', 'series'],
  image: ['patient', 'study', 'series', 'image'],
};
/** Attributes that an answer of this level leaves out: counts at its level and above. */
const NOT_AT: Readonly<Record<SearchLevel, readonly string[]>> = {
  patient: [],
  study: ['00201200'],
  series: ['00201200', '00201206', '00201208', '00080061'],
  image: ['00201200', '00201206', '00201208', '00080061', '00201209'],
};

/** A row in the DICOM JSON model (PS3.18 annex F), with all that is known at its level and above. */
export function attributesOf(row: FoundRow, level: SearchLevel): contract.DicomJson {
  const entries = Object.entries(SEARCH_KEYS)
    .filter(([tag, key]) => LEVELS[level].includes(key.level) && !NOT_AT[level].includes(tag))
    .map(([tag, { vr }]): [string, contract.DicomJsonAttribute] => {
      const value = VALUES[tag]?.(row);
      const known = (Array.isArray(value) ? value : [value]).filter(
        (one) => one !== null && one !== undefined && one !== '',
      );
      return [tag, known.length > 0 ? { vr, Value: known } : { vr }];
    });
  return Object.fromEntries([['00080005', { vr: 'CS', Value: ['ISO_IR 192'] }], ...entries]);
}
