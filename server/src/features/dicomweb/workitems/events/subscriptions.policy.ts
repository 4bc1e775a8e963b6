import type { WorklistRow } from './events.tables.ts';

/** Well-known UIDs in place of a work item (PS3.18 table 11.10.1-1). */
const WORKLISTS: Readonly<Record<string, WorklistRow['kind']>> = {
  '1.2.840.10008.5.1.4.34.5': 'all',
  '1.2.840.10008.5.1.4.34.5.1': 'filtered',
};
export const worklistOf = (uid: string): WorklistRow['kind'] | undefined => WORKLISTS[uid];

/** Parameters that are no matching key. */
const OTHERS: readonly string[] = ['deletionlock', 'filter', 'accept', 'charset'];

/**
 * The matching keys of a filter: `filter=key=value,key=value` (PS3.18 section 11.10.1.2), or the keys as parameters of their own, as
 * before 2019. @returns undefined where it cannot be read
 */
export function filterOf(query: Readonly<Record<string, unknown>>): Record<string, string> | undefined {
  const pairs = Object.entries(query).filter(([key]) => !OTHERS.includes(key));
  const written = query.filter === undefined ? [] : String(query.filter).split(',');
  for (const pair of written) {
    const at = pair.indexOf('=');
    if (at <= 0) return undefined;
    pairs.push([pair.slice(0, at), pair.slice(at + 1)]);
  }
  return Object.fromEntries(pairs.map(([key, value]) => [key.trim(), String(value)]));
}
