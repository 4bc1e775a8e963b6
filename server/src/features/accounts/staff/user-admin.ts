import { accounts as contract, type Subspecialty } from '@duai/contract';
import type { Context } from '../../../core/actor.ts';
import { notFound } from '../../../core/app-error.ts';
import { houseDay } from '../../../core/house-time.ts';
import type { AccountTools } from '../account-tools.ts';
import type { Realm } from '../accounts.tables.ts';
import { lockAccount } from '../sessions/account-access.store.ts';
import * as store from './staff.store.ts';
import { findAbsences } from './team.store.ts';
import { assertOtherOperator, presentAbsence } from './team.ts';

const { USERS_AT_ONCE } = contract;
const NOT_A_READER = { credentials: null, isReadFirst: null, subspecialties: null };
const NOT_STAFF = { ...NOT_A_READER, absences: null };

const row = (
  realm: Realm,
  user: { id: string; email: string; createdAt: Date; disabledAt: Date | null },
  name: string,
  role: string,
  {
    credentials,
    isReadFirst,
    subspecialties,
    absences,
  }: Pick<contract.UserRow, 'credentials' | 'isReadFirst' | 'subspecialties' | 'absences'> = NOT_STAFF,
): Omit<contract.UserRow, 'lastSeenAt'> => ({
  id: user.id,
  realm,
  name,
  email: user.email,
  role,
  createdAt: user.createdAt.toISOString(),
  isDisabled: user.disabledAt !== null,
  credentials,
  isReadFirst,
  subspecialties,
  absences,
});

const readerOf = ({ role, title, registrationNumber, readFirst, subspecialties }: store.StaffRow) =>
  role === 'radiologist'
    ? { credentials: { title, registrationNumber }, isReadFirst: readFirst, subspecialties }
    : NOT_A_READER;

/** All users of the three realms, as operators see and manage them. */
export function createUserAdmin({ db, clock, audit, sessions }: AccountTools) {
  return {
    /** Staff first, then users of institutions, then patients; name, address or role must contain every word of `text`. */
    find: (context: Context, text: string): Promise<contract.FoundUsers> =>
      db.transaction(async (tx) => {
        const words = text.split(/\s+/).filter(Boolean);
        const { colleagues, members, people } = await store.findUsers(tx, words, USERS_AT_ONCE + 1);
        const absences = Map.groupBy(
          await findAbsences(
            tx,
            colleagues.map(({ id }) => id),
            houseDay(clock.now()),
          ),
          ({ staffId }) => staffId,
        );
        const rows = [
          ...colleagues.map((user) =>
            row('staff', user, user.name, user.role, {
              ...readerOf(user),
              absences: (absences.get(user.id) ?? []).map(presentAbsence),
            }),
          ),
          ...members.map((user) => row('institution', user, user.username, user.role)),
          ...people.map((user) => row('patient', user, `${user.firstName} ${user.lastName}`, 'patient')),
        ];
        const shown = rows.slice(0, USERS_AT_ONCE);
        const lastSeen = await sessions.lastSeen(
          tx,
          shown.map(({ id }) => id),
        );
        await audit.record(tx, context, { action: 'accounts.list-users', subjectType: 'users', subjectId: null });
        return {
          rows: shown.map((user) => ({ ...user, lastSeenAt: lastSeen.get(user.id)?.toISOString() ?? null })),
          hasMore: rows.length > shown.length,
        };
      }),

    /** Title and number for signatures from now on; reports already signed do not change. */
    async setCredentials(context: Context, id: string, credentials: contract.Credentials): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await store.updateRadiologist(tx, id, credentials))) throw notFound('radiologist');
        await audit.record(tx, context, { action: 'accounts.set-credentials', subjectType: 'staff', subjectId: id });
      });
    },

    /** Whether AI is withheld from a radiologist until their preliminary read is saved. */
    async setReadFirst(context: Context, id: string, isReadFirst: boolean): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await store.updateRadiologist(tx, id, { readFirst: isReadFirst }))) throw notFound('radiologist');
        await audit.record(tx, context, {
          action: 'accounts.set-read-first',
          subjectType: 'staff',
          subjectId: id,
          details: { isReadFirst: String(isReadFirst) },
        });
      });
    },

    async setSubspecialties(context: Context, id: string, subspecialties: Subspecialty[]): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await store.updateRadiologist(tx, id, { subspecialties }))) throw notFound('radiologist');
        await audit.record(tx, context, {
          action: 'accounts.set-subspecialties',
          subjectType: 'staff',
          subjectId: id,
          details: { subspecialties: subspecialties.join(', ') },
        });
      });
    },

    /**
     * Disabling ends every session in the same transaction. An account that is already in this state is left unchanged.
     * @throws AppError LAST_OPERATOR
     */
    async setDisabled(context: Context, realm: Realm, id: string, isDisabled: boolean): Promise<void> {
      await db.transaction(async (tx) => {
        if (realm === 'staff' && isDisabled) await assertOtherOperator(tx, id);
        const user = await lockAccount(tx, realm, id);
        if (!user) throw notFound('user');
        if ((user.disabledAt !== null) === isDisabled) return;
        await store.updateDisabled(tx, realm, id, isDisabled ? clock.now() : null);
        if (isDisabled) await sessions.revokeAll(tx, realm, id);
        await audit.record(tx, context, {
          action: isDisabled ? 'accounts.disable' : 'accounts.enable',
          subjectType: realm,
          subjectId: id,
        });
      });
    },
  };
}
