import { PROFILE_TABLE } from './profile-table.ts';

/**
 * The action for one attribute, after the codes of PS3.15 table E.1-1a are resolved: `remove` it, leave it `empty`, put a
 * `dummy` in its place, map its UID, `shift` its date, or `keep` it (for a sequence: process its items).
 */
export type Action = 'remove' | 'empty' | 'dummy' | 'uid' | 'shift' | 'keep';

/** The place of an attribute. The requirements of modules are known only for the top level of single-frame images. */
export interface Place {
  isTopLevel: boolean;
  sopClassUid: string | null;
}

interface Row {
  vr: string | null;
  basic: string;
  modifiedDates: string;
  patientCharacteristics: string;
}

const rows = new Map<number, Row>();
for (const line of PROFILE_TABLE.trim().split('\n')) {
  const [tag, vr, basic, modifiedDates, patientCharacteristics] = line.split(' ');
  if (!tag || !vr || !basic || !modifiedDates || !patientCharacteristics)
    throw new Error(`the table of attributes has an incomplete line: ${line}`);
  // Patterns are handled in `actionOf`: every attribute that matches one is removed.
  if (/^[0-9A-F]{8}$/.test(tag))
    rows.set(Number.parseInt(tag, 16), { vr: vr === '-' ? null : vr, basic, modifiedDates, patientCharacteristics });
}

/** Value representation of an attribute in the table, for files that do not state it. */
export const vrInProfile = (tag: number): string | null => rows.get(tag)?.vr ?? null;

const STORAGE = '1.2.840.10008.5.1.4.1.1.';
/**
 * SOP classes of images that use the General Series, General Equipment and General Image modules only: no enhanced ones, no
 * RT.
 */
const CLASSIC_IMAGES = new Set(
  [
    '1',
    '1.1',
    '1.1.1',
    '1.2',
    '1.2.1',
    '1.3',
    '1.3.1',
    '2',
    '3.1',
    '4',
    '6.1',
    '7',
    '7.1',
    '7.2',
    '7.3',
    '7.4',
    '12.1',
    '12.2',
    '20',
    '77.1.1',
    '77.1.2',
    '77.1.4',
    '128',
  ].map((end) => STORAGE + end),
);

/**
 * Type 3 in the modules of classic images (PS3.3 C.7.3.1, C.7.5.1, C.7.6.1, C.12.1): these are removed if the table leaves
 * the choice. Elsewhere the type is unknown, and a dummy is valid for every type.
 */
const OPTIONAL_IN_CLASSIC_IMAGES = new Set([
  0x00080012, 0x00080013, 0x00080021, 0x00080022, 0x0008002a, 0x00080031, 0x00080032, 0x00080080, 0x00080082,
  0x00081010, 0x00081070, 0x00081072, 0x00081110, 0x00081111, 0x00181000, 0x00181030, 0x00181400, 0x0018700a,
  0x00321060,
]);
/** Type 2 at the top level (PS3.3 C.7.1.1): emptied, because a dummy would look like a real number. */
const PATIENT_ID = 0x00100020;

/** The action that the profile requires for an attribute. @returns `keep` if the table does not name it */
export function actionOf(tag: number, vr: string, place: Place): Action {
  const group = tag >>> 16;
  // Private attributes, curves and overlays. For overlays the table names only data and comments, but the other attributes
  // are useless without the data.
  if ((group & 1) === 1 || isRepeating(group, 0x5000) || isRepeating(group, 0x6000)) return 'remove';
  // Group lengths (PS3.5 section 7.2, retired) would be wrong after rewriting; commands and media elements are not part of an
  // image.
  if ((tag & 0xffff) === 0 || group === 0x0000 || group === 0x0002) return 'remove';
  const row = rows.get(tag);
  if (!row) return 'keep';
  // "C" in this option means free text that cannot be cleaned without reading it, so the Basic Profile applies.
  if (row.patientCharacteristics === 'K') return 'keep';
  if (row.modifiedDates === 'C' && ['DA', 'TM', 'DT'].includes(vr)) return 'shift';
  return basicAction(row, tag, vr, place);
}

/** The action if a value cannot be mapped or shifted, and for all attributes without an option. */
export function fallbackAction(tag: number, vr: string, place: Place): Action {
  const row = rows.get(tag);
  return row ? basicAction(row, tag, vr, place) : 'remove';
}

function basicAction({ basic }: Row, tag: number, vr: string, { isTopLevel, sopClassUid }: Place): Action {
  const isOptional =
    isTopLevel && OPTIONAL_IN_CLASSIC_IMAGES.has(tag) && sopClassUid !== null && CLASSIC_IMAGES.has(sopClassUid);
  switch (basic) {
    case 'X':
      return 'remove';
    case 'Z':
      return 'empty';
    case 'X/Z':
      return isOptional ? 'remove' : 'empty';
    case 'X/D':
    case 'X/Z/D':
      return isOptional ? 'remove' : 'dummy';
    case 'Z/D':
      return tag === PATIENT_ID && isTopLevel ? 'empty' : 'dummy';
    // Referenced instances: the sequence is kept, and its UIDs are mapped like any other.
    case 'X/Z/U*':
      return 'keep';
    case 'U':
      return 'uid';
    case 'D':
      return vr === 'UI' ? 'uid' : 'dummy';
    default:
      return 'remove';
  }
}

const isRepeating = (group: number, first: number): boolean => group >= first && group <= first + 0xff;
