import { type dicomweb as contract, given } from '@duai/contract';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { type Condition, conditionOf, SEARCH_KEYS, type SearchLevel, SearchValueError } from '../studies/index.ts';
import type { DicomwebTools } from './dicomweb.service.ts';
import type { Search } from './search/search-images.ts';

/** Most rows of one answer; a client that wants more asks for the next page. */
const MOST_ROWS = 5000;

/** The exact text of PS3.18 section 8.3.4.2. */
const NO_FUZZY = '299 duai "The fuzzymatching parameter is not supported. Only literal matching has been performed."';
const MORE_ROWS =
  '299 duai "The number of results exceeded the maximum supported by the server. Additional results can be requested."';

type UidsOfPath = Partial<Record<'studyInstanceUid' | 'seriesInstanceUid', string>>;

const TAG_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(SEARCH_KEYS).flatMap(([tag, { keyword }]) => [
    [keyword.toUpperCase(), tag],
    [tag, tag],
  ]),
);
const DEPTH: readonly SearchLevel[] = ['patient', 'study', 'series', 'image'];

/** Attributes that every answer has, whatever was requested: character set and UIDs (PS3.18 table 10.6.3-1). */
const ALWAYS: readonly string[] = ['00080005', '0020000D', '0020000E', '00080018'];

/**
 * QIDO-RS over all studies of an institution (PS3.18 section 10.6), for its own systems and administrators. `warnings`:
 * the parts of the request that were not followed.
 */
export function createInstitutionSearch({ studies, audit, db, publicUrl }: DicomwebTools) {
  const search = studies.institutionSearch;

  return {
    async search(
      context: Context,
      institutionId: string,
      level: Exclude<SearchLevel, 'patient'>,
      path: UidsOfPath,
      query: Search,
    ): Promise<{ found: contract.DicomJson[]; warnings: string[] }> {
      const { limit, offset = 0, includefield, fuzzymatching, ...keys } = query;
      const conditions = new Map<string, Condition>();
      for (const [key, value] of Object.entries(keys)) {
        const tag = TAG_OF.get(key.toUpperCase());
        if (tag) add(conditions, tag, textOf(value));
      }
      add(conditions, '0020000D', path.studyInstanceUid ?? '');
      add(conditions, '0020000E', path.seriesInstanceUid ?? '');
      const most = Math.min(limit ?? MOST_ROWS, MOST_ROWS);
      const rows = await search.find({ institutionId, level, conditions, limit: most + 1, offset });
      const found = rows.slice(0, most);
      await db.transaction((tx) =>
        audit.record(tx, context, {
          action: 'dicomweb.search',
          subjectType: 'institution',
          subjectId: institutionId,
          details: { level, found: found.length },
        }),
      );
      const isCut = rows.length > most && (limit === undefined || limit > MOST_ROWS);
      const shows = shownAt(level, path, [...conditions.keys()], textOf(includefield));
      return {
        found: found.map((row) => withAddress(onlyOf(row, shows), `${publicUrl()}/api/dicom-web`, level)),
        warnings: [...(textOf(fuzzymatching) === 'true' ? [NO_FUZZY] : []), ...(isCut ? [MORE_ROWS] : [])],
      };
    },

    /** The scan of a study. @throws AppError NOT_FOUND for a study of another institution */
    async ownerOf(institutionId: string, studyInstanceUid: string): Promise<{ scanId: string }> {
      const scanId = await search.scanOf(institutionId, studyInstanceUid);
      if (!scanId) throw notFound('study');
      return { scanId };
    },
  };
}

/** Repeated parameters form one list (PS3.18 section 8.3.4). */
const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value ?? ''));

function add(conditions: Map<string, Condition>, tag: string, value: string): void {
  try {
    const condition = conditionOf(given(SEARCH_KEYS[tag], 'the search key'), value);
    if (condition) conditions.set(tag, condition);
  } catch (error) {
    if (error instanceof SearchValueError) throw new AppError('VALIDATION_FAILED', { internal: error.message });
    throw error;
  }
}

/**
 * The tags that an answer shows: those of its own level (PS3.18 tables 10.6.3-3 to 10.6.3-5), of the levels above that
 * the path does not give, those matched, and those in `includefield`. Undefined: all.
 */
function shownAt(
  level: SearchLevel,
  path: UidsOfPath,
  matched: readonly string[],
  includefield: string,
): ReadonlySet<string> | undefined {
  const fields = includefield.split(',').map((field) => field.trim());
  if (fields.some((field) => field.toLowerCase() === 'all')) return undefined;
  const levels = new Set<SearchLevel>([level]);
  if (level === 'study' || !path.studyInstanceUid) levels.add('patient').add('study');
  if (level === 'image' && !path.seriesInstanceUid) levels.add('series');
  const byLevel = Object.entries(SEARCH_KEYS).flatMap(([tag, key]) =>
    levels.has(key.level) && DEPTH.indexOf(key.level) <= DEPTH.indexOf(level) ? [tag] : [],
  );
  const named = fields.flatMap((field) => TAG_OF.get(field.toUpperCase()) ?? []);
  return new Set([...ALWAYS, ...byLevel, ...matched, ...named]);
}

const onlyOf = (row: contract.DicomJson, shown: ReadonlySet<string> | undefined): contract.DicomJson =>
  shown ? Object.fromEntries(Object.entries(row).filter(([tag]) => shown.has(tag))) : row;

/** Adds the Retrieve URL (0008,1190). */
function withAddress(row: contract.DicomJson, root: string, level: SearchLevel): contract.DicomJson {
  const uid = (tag: string) => String(row[tag]?.Value?.[0] ?? '');
  const study = `${root}/studies/${uid('0020000D')}`;
  const series = level === 'study' ? study : `${study}/series/${uid('0020000E')}`;
  const address = level === 'image' ? `${series}/instances/${uid('00080018')}` : series;
  return { ...row, '00081190': { vr: 'UR', Value: [address] } };
}
