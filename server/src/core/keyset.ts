import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from './app-error.ts';

/** PostgreSQL has no year 0. */
const hasYear = (text: string) => text >= '0001';

/** The form of a value in a cursor, by the type with which the database compares it. */
const FORMS = {
  bigint: z.string().regex(/^\d{1,18}$/),
  date: z.iso.date().refine(hasYear),
  text: z
    .string()
    .max(2000)
    .refine((text) => !text.includes('\0')),
  // With microseconds, as in PostgreSQL; a JavaScript Date has only milliseconds.
  timestamptz: z.iso.datetime({ precision: 6 }).refine(hasYear),
  uuid: z.uuid(),
} as const;

/** One column of an order. Empty values come last in either direction. */
export interface SortKey {
  column: SQLWrapper;
  type: keyof typeof FORMS;
  isDescending: boolean;
  mayBeEmpty?: boolean;
}

/** The position of a row in the order: one text for each key. */
export type Place = readonly (string | null)[];

/** The first pages are asked for by number, later ones by the cursor of a neighbour. */
export interface PageWish {
  page: number;
  cursor?: string | undefined;
}
export interface Page<Row> {
  rows: Row[];
  /** Cursors of the neighbouring pages; null where there is none. */
  next: string | null;
  previous: string | null;
}
type Read<Row> = (
  where: SQL | undefined,
  order: SQL[],
  bounds: { limit: number; offset: number },
) => Promise<(Row & { place: Place })[]>;

/** Select it with each row as `place`. */
export const placeOf = (keys: readonly SortKey[]) =>
  sql<Place>`array[${sql.join(
    keys.map(({ column, type }) =>
      type === 'timestamptz'
        ? sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
        : sql`${column}::text`,
    ),
    sql`, `,
  )}]`;

/**
 * One page of an order whose last key is unique. A cursor is found by the index of the order, so that every page costs
 * the same, and rows that are added or removed meanwhile do not shift the pages.
 * @throws AppError VALIDATION_FAILED for a cursor that was not given out
 */
export async function readPage<Row>(
  keys: readonly SortKey[],
  { page, cursor }: PageWish,
  perPage: number,
  read: Read<Row>,
): Promise<Page<Row>> {
  const from = cursor === undefined ? undefined : placeIn(cursor, keys);
  const isBack = from?.way === 'before';
  const ordered = isBack ? keys.map(reversed) : keys.map(forwards);
  const order = ordered.map(orderOf);
  const found: (Row & { place: Place })[] = [];
  if (!from) found.push(...(await read(undefined, order, { limit: perPage + 1, offset: (page - 1) * perPage })));
  // One query for each range, so that each uses the index; a single condition over all keys would not.
  else
    for (const range of rangesBeyond(ordered, from.place)) {
      if (found.length > perPage) break;
      found.push(...(await read(range, order, { limit: perPage + 1 - found.length, offset: 0 })));
    }
  const hasMore = found.length > perPage;
  const rows = isBack ? found.slice(0, perPage).reverse() : found.slice(0, perPage);
  const to = (way: 'after' | 'before', row: { place: Place } | undefined) =>
    row ? Buffer.from(JSON.stringify([way, row.place])).toString('base64url') : null;
  const isFirst = from ? isBack && !hasMore : page === 1;
  return {
    rows,
    next: isBack || hasMore ? to('after', rows.at(-1)) : null,
    previous: isFirst ? null : to('before', rows[0]),
  };
}

/** A key in the direction of reading, forwards or back. */
interface Step extends SortKey {
  isEmptyFirst: boolean;
}
const forwards = (key: SortKey): Step => ({ ...key, isEmptyFirst: false });
const reversed = (key: SortKey): Step => ({
  ...key,
  isDescending: !key.isDescending,
  isEmptyFirst: key.mayBeEmpty === true,
});

/** NULLS FIRST or LAST is stated only where it differs from the default, so that the order is that of the index. */
function orderOf({ column, isDescending, mayBeEmpty, isEmptyFirst }: Step): SQL {
  const direction = isDescending ? sql`desc` : sql`asc`;
  if (!mayBeEmpty || isDescending === isEmptyFirst) return sql`${column} ${direction}`;
  return sql`${column} ${direction} nulls ${isEmptyFirst ? sql`first` : sql`last`}`;
}

/** The conditions for rows after a place, nearest first: equal up to one key and greater in that key. */
function rangesBeyond(keys: readonly Step[], place: Place): SQL[] {
  const equal = keys.map(({ column, type }, index) =>
    place[index] === null ? sql`${column} is null` : sql`${column} = ${place[index]}::${sql.raw(type)}`,
  );
  return keys
    .flatMap((key, index) =>
      furtherIn(key, place[index]!)
        .map((range) => [...equal.slice(0, index), range])
        .reverse(),
    )
    .reverse()
    .map((conditions) => sql.join(conditions, sql` and `));
}

function furtherIn({ column, type, isDescending, mayBeEmpty, isEmptyFirst }: Step, value: string | null): SQL[] {
  if (value === null) return isEmptyFirst ? [sql`${column} is not null`] : [];
  const further = sql`${column} ${isDescending ? sql`<` : sql`>`} ${value}::${sql.raw(type)}`;
  return mayBeEmpty && !isEmptyFirst ? [further, sql`${column} is null`] : [further];
}

const CURSOR = z.tuple([z.enum(['after', 'before']), z.array(z.string().nullable())]);

function placeIn(cursor: string, keys: readonly SortKey[]): { way: 'after' | 'before'; place: Place } {
  const read = CURSOR.safeParse(parsed(Buffer.from(cursor, 'base64url').toString()));
  const [way, place] = read.data ?? ['after', []];
  const isOurs = ({ type, mayBeEmpty }: SortKey, index: number) =>
    (mayBeEmpty && place[index] === null) || FORMS[type].safeParse(place[index]).success;
  if (place.length !== keys.length || !keys.every(isOurs))
    throw new AppError('VALIDATION_FAILED', { internal: 'the cursor is of another list' });
  return { way, place };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
