import type { dicomweb as contract } from '@duai/contract';

/** Keys that a search may match, by keyword or tag. */
const KEYWORDS: Record<string, string> = {
  Modality: '00080060',
  ModalitiesInStudy: '00080061',
  SOPClassUID: '00080016',
  SOPInstanceUID: '00080018',
  StudyInstanceUID: '0020000D',
  SeriesInstanceUID: '0020000E',
  StudyDate: '00080020',
  InstanceNumber: '00200013',
};

/** The entries that match: supported keys are compared, others ignored; then offset and limit (PS3.18 section 8.3.4). */
export function found(
  all: readonly contract.DicomJson[],
  { limit, offset = 0, ...keys }: Readonly<Record<string, unknown>> & { limit?: number; offset?: number },
): contract.DicomJson[] {
  const wanted = Object.entries(keys).flatMap(([key, value]) => {
    const tag = KEYWORDS[key] ?? key.toUpperCase();
    return Object.values(KEYWORDS).includes(tag) && typeof value === 'string' && value !== '' ? [{ tag, value }] : [];
  });
  const matching = all.filter((entry) =>
    wanted.every(({ tag, value }) => (entry[tag]?.Value ?? []).some((held) => matches(String(held), value))),
  );
  return matching.slice(offset, limit === undefined ? undefined : offset + limit);
}

/** Matches a list of UIDs, a wildcard pattern or a single value (PS3.4 section C.2.2.2). */
const matches = (held: string, wanted: string): boolean => wanted.split(/[,\\]/).some((one) => isLike(held, one));

/**
 * Matches `*` and `?`. The number of steps is at most the product of both lengths; a regular expression could backtrack
 * exponentially.
 */
function isLike(held: string, pattern: string): boolean {
  let [at, place] = [0, 0];
  // After the last `*`: the position to resume in the pattern, and how far the `*` reaches in the value.
  let [afterStar, taken] = [-1, 0];
  while (at < held.length) {
    if (pattern[place] === '*') {
      place += 1;
      [afterStar, taken] = [place, at];
    } else if (place < pattern.length && (pattern[place] === '?' || pattern[place] === held[at])) {
      at += 1;
      place += 1;
    } else if (afterStar >= 0) {
      taken += 1;
      [at, place] = [taken, afterStar];
    } else return false;
  }
  return [...pattern.slice(place)].every((character) => character === '*');
}
