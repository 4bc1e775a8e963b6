import { accounts as contract, SUBSPECIALTIES, type Subspecialty } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { houseDay } from '../../../core/house-time.ts';
import type { Page, PageWish } from '../../../core/keyset.ts';
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

/** In the order of the list. */
const REALMS = ['staff', 'institution', 'patient'] as const;

/** A cursor of the list is the realm where the next page begins, and the cursor within it, if any. */
function placeIn(cursor: string | undefined): { realm: Realm; within?: string } {
  if (cursor === undefined) return { realm: REALMS[0] };
  const [name, within] = cursor.split('.', 2);
  const realm = REALMS.find((each) => each === name);
  if (!realm) throw new AppError('VALIDATION_FAILED', { internal: 'the cursor is of another list' });
  return within ? { realm, within } : { realm };
}

/** All users of the three realms, as operators see and manage them. */
export function createUserAdmin({ db, clock, audit, sessions }: AccountTools) {
  type Found = Page<Omit<contract.UserRow, 'lastSeenAt'>>;
  type Find = (tx: Tx, words: readonly string[], wish: PageWish, perPage: number) => Promise<Found>;
  const finders: Record<Realm, Find> = {
    async staff(...asked) {
      const found = await store.findColleagues(...asked);
      const ids = found.rows.map(({ id }) => id);
      const absences = Map.groupBy(await findAbsences(asked[0], ids, houseDay(clock.now())), ({ staffId }) => staffId);
      const shown = (user: store.StaffRow) => ({
        ...readerOf(user),
        absences: (absences.get(user.id) ?? []).map(presentAbsence),
      });
      return { ...found, rows: found.rows.map((user) => row('staff', user, user.name, user.role, shown(user))) };
    },
    async institution(...asked) {
      const found = await store.findMembers(...asked);
      return { ...found, rows: found.rows.map((user) => row('institution', user, user.username, user.role)) };
    },
    async patient(...asked) {
      const found = await store.findPeople(...asked);
      const nameOf = ({ firstName, lastName }: (typeof found.rows)[number]) => `${firstName} ${lastName}`;
      return { ...found, rows: found.rows.map((user) => row('patient', user, nameOf(user), 'patient')) };
    },
  };

  /** One realm after the other, until the page is full. */
  async function readUsers(tx: Tx, words: readonly string[], cursor: string | undefined) {
    const { realm: first, within } = placeIn(cursor);
    const rows: Found['rows'] = [];
    for (const realm of REALMS.slice(REALMS.indexOf(first))) {
      const left = USERS_AT_ONCE - rows.length;
      const wish = { page: 1, cursor: realm === first ? within : undefined };
      const found = await finders[realm](tx, words, wish, Math.max(left, 1));
      if (left === 0 && found.rows.length > 0) return { rows, next: realm };
      rows.push(...found.rows);
      if (found.next !== null) return { rows, next: `${realm}.${found.next}` };
    }
    return { rows, next: null };
  }

  return {
    /** Staff first, then users of institutions, then patients; name, address or role must contain every word of `text`. */
    find: (context: Context, { text, cursor }: { text: string; cursor?: string | undefined }) =>
      db.transaction(async (tx): Promise<contract.FoundUsers> => {
        const { rows, next } = await readUsers(tx, text.split(/\s+/).filter(Boolean), cursor);
        const lastSeen = await sessions.lastSeen(
          tx,
          rows.map(({ id }) => id),
        );
        await audit.record(tx, context, { action: 'accounts.list-users', subjectType: 'users', subjectId: null });
        return {
          rows: rows.map((user) => ({ ...user, lastSeenAt: lastSeen.get(user.id)?.toISOString() ?? null })),
          next,
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

    /** @param seen what the page showed; where it is missing, `chosen` replaces whatever there is */
    async setSubspecialties(
      context: Context,
      id: string,
      chosen: readonly Subspecialty[],
      seen?: readonly Subspecialty[],
    ): Promise<void> {
      await db.transaction(async (tx) => {
        await lockAccount(tx, 'staff', id);
        const now = (await store.findByIds(tx, [id]))[0]?.subspecialties ?? [];
        const isKept = (each: Subspecialty) => seen !== undefined && seen.includes(each) === chosen.includes(each);
        const subspecialties = SUBSPECIALTIES.filter((each) => (isKept(each) ? now : chosen).includes(each));
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
