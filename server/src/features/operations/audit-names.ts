import { operations as contract } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import { HOUR_MS } from '../../core/clock.ts';
import { sha256Hex } from '../../core/ids.ts';
import type { Accounts } from '../accounts/index.ts';
import { type Audit, isRecentlyRecorded } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';

/** The trail calls an actor by the area of the account, a subject by what it is. */
const ACTORS: Readonly<Record<string, Named>> = { staff: 'staff', patient: 'patient', institution: 'institution-user' };
const SUBJECTS = ['staff', 'patient', 'institution', 'institution-user', 'case'] as const;
type Named = (typeof SUBJECTS)[number];
/** Details that are the id of somebody or of something with a name. */
const DETAILS: Readonly<Partial<Record<contract.ShownAuditDetail, Named>>> = {
  from: 'staff',
  to: 'staff',
  institutionId: 'institution',
  case: 'case',
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const actorOf = ({ actorRealm, actorId }: contract.AuditEvent) => ({ kind: ACTORS[actorRealm], id: actorId });
const subjectOf = ({ subjectType, subjectId }: contract.AuditEvent) => ({
  kind: SUBJECTS.find((kind) => kind === subjectType),
  id: subjectId,
});
const detailsOf = ({ details }: contract.AuditEvent) =>
  contract.SHOWN_AUDIT_DETAILS.map((key) => ({ key, kind: DETAILS[key], id: String(details[key]) }));

/**
 * Names beside the ids of the trail, as they are today: looked up when rows are shown, stored with none of them. Whom an
 * erasure took has none (docs/decisions/0247).
 */
export async function withNames(
  tx: Tx,
  context: Context,
  { accounts, audit, cases }: { accounts: Pick<Accounts, 'namesOf'>; audit: Audit; cases: Pick<Cases, 'numbersOf'> },
  rows: readonly contract.AuditEvent[],
): Promise<contract.NamedAuditEvent[]> {
  const named = rows.flatMap((row) => [actorOf(row), subjectOf(row), ...detailsOf(row)]);
  const idsOf = (kind: Named) => [
    ...new Set(named.flatMap((one) => (one.kind === kind && one.id !== null && UUID.test(one.id) ? [one.id] : []))),
  ];
  const patients = idsOf('patient');
  const people = await accounts.namesOf(tx, {
    staff: idsOf('staff'),
    patient: patients,
    institution: idsOf('institution'),
    'institution-user': idsOf('institution-user'),
  });
  const numbers = await cases.numbersOf(tx, idsOf('case'));
  const nameOf = ({ kind, id }: ReturnType<typeof actorOf>) =>
    (kind === undefined || id === null ? undefined : (kind === 'case' ? numbers : people).get(id)) ?? null;
  const shown = patients.filter((id) => people.has(id));
  if (shown.length > 0) {
    // A page that is asked for again and again shows the same patients: once an hour is news.
    const entry = {
      action: 'operations.read-names',
      subjectType: 'audit',
      subjectId: null,
      details: { patients: shown.length, shown: sha256Hex(shown.sort().join()) },
    };
    if (!(await isRecentlyRecorded(tx, context, entry, HOUR_MS))) await audit.record(tx, context, entry);
  }
  return rows.map((row) => ({
    ...row,
    actorName: nameOf(actorOf(row)),
    subjectName: nameOf(subjectOf(row)),
    detailNames: Object.fromEntries(
      detailsOf(row).flatMap((detail) => {
        const name = nameOf(detail);
        return name === null ? [] : [[detail.key, name]];
      }),
    ),
  }));
}
