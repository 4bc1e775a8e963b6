import type { assignment } from '@duai/contract';
import type { CaseRow } from '../cases.tables.ts';

/**
 * Whom the rules give a case to: of the first rule that fits and has a reader who is there, the one with the fewest open
 * cases, among equals the first named. Null where no rule has one.
 * @param load open cases that each reader has claimed or was given
 */
export function readerFor(
  { modality, urgency }: Pick<CaseRow, 'modality' | 'urgency'>,
  rules: readonly assignment.AssignmentRule[],
  isThere: (id: string) => boolean,
  load: ReadonlyMap<string, number>,
): string | null {
  for (const rule of rules) {
    if (rule.modality !== null && rule.modality !== modality) continue;
    if (rule.urgency !== null && rule.urgency !== urgency) continue;
    const [first] = rule.readers.filter(isThere).sort((one, other) => (load.get(one) ?? 0) - (load.get(other) ?? 0));
    if (first !== undefined) return first;
  }
  return null;
}
