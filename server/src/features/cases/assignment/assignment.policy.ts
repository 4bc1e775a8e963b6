import type { assignment, Subspecialty } from '@duai/contract';
import type { CaseRow } from '../cases.tables.ts';

/**
 * Whom the rules give a case to: of the first rule that fits and has a reader who is there, the one with the fewest open
 * cases, among equals the first named. Null where no rule has one.
 * @param there radiologists who are there, and what they read
 * @param load open cases that each reader has claimed or was given
 */
export function readerFor(
  { modality, urgency, subspecialty }: Pick<CaseRow, 'modality' | 'urgency' | 'subspecialty'>,
  rules: readonly assignment.AssignmentRule[],
  there: readonly { id: string; subspecialties: readonly Subspecialty[] }[],
  load: ReadonlyMap<string, number>,
): string | null {
  const isThere = (id: string) => there.some((reader) => reader.id === id);
  for (const rule of rules) {
    if (rule.modality !== null && rule.modality !== modality) continue;
    if (rule.urgency !== null && rule.urgency !== urgency) continue;
    if (rule.subspecialty !== null && rule.subspecialty !== subspecialty) continue;
    // With nobody named, whoever reads the subspecialty.
    const readers =
      rule.readers.length > 0
        ? rule.readers.filter(isThere)
        : there.filter((reader) => reader.subspecialties.includes(subspecialty)).map(({ id }) => id);
    const [first] = readers.sort((one, other) => (load.get(one) ?? 0) - (load.get(other) ?? 0));
    if (first !== undefined) return first;
  }
  return null;
}
