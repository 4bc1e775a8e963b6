/** Where an attribute belongs in the information model (PS3.4 section C.6). */
export type SearchLevel = 'patient' | 'study' | 'series' | 'image';

export interface SearchKey {
  keyword: string;
  vr: 'AE' | 'CS' | 'DA' | 'IS' | 'LO' | 'PN' | 'SH' | 'UI' | 'US' | 'TM';
  level: SearchLevel;
  /** True for an attribute that is returned but never matched. */
  isAnswerOnly?: true;
}

/**
 * Attributes that can be searched for or returned, by tag (PS3.4 tables C.6-1 to C.6-5; PS3.18 tables 10.6.3-3 to
 * 10.6.3-5).
 */
export const SEARCH_KEYS: Readonly<Record<string, SearchKey>> = {
  '00100010': { keyword: 'PatientName', vr: 'PN', level: 'patient' },
  '00100020': { keyword: 'PatientID', vr: 'LO', level: 'patient' },
  '00100030': { keyword: 'PatientBirthDate', vr: 'DA', level: 'patient' },
  '00100040': { keyword: 'PatientSex', vr: 'CS', level: 'patient' },
  '00201200': { keyword: 'NumberOfPatientRelatedStudies', vr: 'IS', level: 'patient', isAnswerOnly: true },
  '00080020': { keyword: 'StudyDate', vr: 'DA', level: 'study' },
  '00080030': { keyword: 'StudyTime', vr: 'TM', level: 'study', isAnswerOnly: true },
  '00080050': { keyword: 'AccessionNumber', vr: 'SH', level: 'study' },
  '00080061': { keyword: 'ModalitiesInStudy', vr: 'CS', level: 'study' },
  '00080090': { keyword: 'ReferringPhysicianName', vr: 'PN', level: 'study', isAnswerOnly: true },
  '00081030': { keyword: 'StudyDescription', vr: 'LO', level: 'study' },
  '0020000D': { keyword: 'StudyInstanceUID', vr: 'UI', level: 'study' },
  '00200010': { keyword: 'StudyID', vr: 'SH', level: 'study', isAnswerOnly: true },
  '00201206': { keyword: 'NumberOfStudyRelatedSeries', vr: 'IS', level: 'study', isAnswerOnly: true },
  '00201208': { keyword: 'NumberOfStudyRelatedInstances', vr: 'IS', level: 'study', isAnswerOnly: true },
  '00080060': { keyword: 'Modality', vr: 'CS', level: 'series' },
  '0008103E': { keyword: 'SeriesDescription', vr: 'LO', level: 'series' },
  '00180015': { keyword: 'BodyPartExamined', vr: 'CS', level: 'series' },
  '0020000E': { keyword: 'SeriesInstanceUID', vr: 'UI', level: 'series' },
  '00200011': { keyword: 'SeriesNumber', vr: 'IS', level: 'series' },
  '00201209': { keyword: 'NumberOfSeriesRelatedInstances', vr: 'IS', level: 'series', isAnswerOnly: true },
  '00080016': { keyword: 'SOPClassUID', vr: 'UI', level: 'image' },
  '00080018': { keyword: 'SOPInstanceUID', vr: 'UI', level: 'image' },
  '00200013': { keyword: 'InstanceNumber', vr: 'IS', level: 'image' },
  '00280008': { keyword: 'NumberOfFrames', vr: 'IS', level: 'image', isAnswerOnly: true },
  '00280010': { keyword: 'Rows', vr: 'US', level: 'image', isAnswerOnly: true },
  '00280011': { keyword: 'Columns', vr: 'US', level: 'image', isAnswerOnly: true },
};

/** The kind of matching for one key (PS3.4 section C.2.2.2). */
export type Condition =
  | { kind: 'any-of'; values: string[] }
  /** A pattern with `*` and `?`. */
  | { kind: 'like'; pattern: string; ignoresCase: boolean }
  /** Dates as YYYYMMDD, both inclusive; null for an open end. */
  | { kind: 'range'; from: string | null; to: string | null };

/** By tag. */
export type Conditions = ReadonlyMap<string, Condition>;

/** A value that is not valid for its key. */
export class SearchValueError extends Error {
  override readonly name = 'SearchValueError';
}

/** Longest pattern. A name has three groups of 64 characters; longer patterns only cost work. */
const LONGEST = 256;

/**
 * The condition for a value; undefined for an empty one and for `*`, which match everything. Several values are
 * separated by a backslash, UIDs of a web search also by a comma. @throws SearchValueError
 */
export function conditionOf({ vr, keyword }: SearchKey, raw: string): Condition | undefined {
  const text = raw.trim();
  if (vr !== 'UI' && text.length > LONGEST) throw new SearchValueError(`${keyword}: the value is too long`);
  if (text === '' || /^\*+$/.test(text)) return undefined;
  if (vr === 'DA') return dateRange(text, keyword);
  if (vr === 'UI') {
    const values = text.split(/[\\,]/).filter(Boolean);
    if (values.some((uid) => uid.length > 64 || !/^[0-9.]+$/.test(uid)))
      throw new SearchValueError(`${keyword}: what should be a UID is none`);
    return { kind: 'any-of', values };
  }
  // A pattern matches the groups of a name alike, and case is ignored (PS3.4 section C.2.2.2.1).
  if (vr === 'PN') return { kind: 'like', pattern: text, ignoresCase: true };
  if (/[*?]/.test(text)) return { kind: 'like', pattern: text, ignoresCase: false };
  return { kind: 'any-of', values: text.split('\\').filter(Boolean) };
}

/** Range matching (PS3.4 section C.2.2.2.5). */
function dateRange(text: string, keyword: string): Condition {
  const [, from, dash, to] = /^(\d{8})?(-)?(\d{8})?$/.exec(text) ?? [];
  if ((!from && !to) || (from && to && !dash)) throw new SearchValueError(`${keyword}: what should be a date is none`);
  for (const date of [from, to])
    if (date && !isDate(date)) throw new SearchValueError(`${keyword}: what should be a date is none`);
  return { kind: 'range', from: from ?? null, to: to ?? (dash ? null : (from ?? null)) };
}

function isDate(text: string): boolean {
  const [year, month, day] = [text.slice(0, 4), text.slice(4, 6), text.slice(6)].map(Number) as [
    number,
    number,
    number,
  ];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
