import { inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { institutions, institutionUsers, patients, staff } from './accounts.tables.ts';

type Reads = Pick<NodePgDatabase, 'select'>;

/** Ids by whose they are. */
export type IdsOf = Readonly<Record<'staff' | 'patient' | 'institution' | 'institution-user', readonly string[]>>;

/** What those are called who are still there, by id. */
export async function findAccountNames(on: Reads, ids: IdsOf): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  if (ids.staff.length > 0)
    for (const { id, name } of await on
      .select({ id: staff.id, name: staff.name })
      .from(staff)
      .where(inArray(staff.id, [...ids.staff])))
      names.set(id, name);
  if (ids.patient.length > 0)
    for (const { id, first, last } of await on
      .select({ id: patients.id, first: patients.firstName, last: patients.lastName })
      .from(patients)
      .where(inArray(patients.id, [...ids.patient])))
      names.set(id, `${first} ${last}`);
  if (ids.institution.length > 0)
    for (const { id, name } of await on
      .select({ id: institutions.id, name: institutions.name })
      .from(institutions)
      .where(inArray(institutions.id, [...ids.institution])))
      names.set(id, name);
  if (ids['institution-user'].length > 0)
    for (const { id, name } of await on
      .select({ id: institutionUsers.id, name: institutionUsers.username })
      .from(institutionUsers)
      .where(inArray(institutionUsers.id, [...ids['institution-user']])))
      names.set(id, name);
  return names;
}
