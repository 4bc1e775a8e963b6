import type { operations as contract } from '@duai/contract';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Cases } from '../cases/index.ts';

/** Keys of payloads. The first that a payload has names what its job works on. */
const KINDS = [
  ['caseId', 'case'],
  ['scanId', 'scan'],
  ['reportId', 'report'],
  ['patientId', 'patient'],
  ['institutionId', 'institution'],
  ['outboxId', 'message'],
] as const;

/** What each job works on, in the order of the payloads: a case by its number, others by their UUID, nothing by a name. */
export async function subjectsOf(
  on: NodePgDatabase,
  cases: Pick<Cases, 'numbersOf'>,
  payloads: readonly unknown[],
): Promise<contract.DeadJob['subject'][]> {
  const subjects = payloads.map((payload) => {
    const ids = new Map<string, unknown>(Object.entries(payload ?? {}));
    const found = KINDS.find(([key]) => ids.has(key));
    return found ? { kind: found[1], id: String(ids.get(found[0])) } : null;
  });
  const caseIds = subjects.flatMap((subject) => (subject?.kind === 'case' ? [subject.id] : []));
  const numbers = await cases.numbersOf(on, [...new Set(caseIds)]);
  return subjects.map((subject) => subject && { ...subject, id: numbers.get(subject.id) ?? subject.id });
}
