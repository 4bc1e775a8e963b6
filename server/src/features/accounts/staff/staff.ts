import { type accounts as contract, type Language, LIMITS, type Subspecialty } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, StaffActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { HOUR_MS } from '../../../core/clock.ts';
import { houseDay } from '../../../core/house-time.ts';
import { newId } from '../../../core/ids.ts';
import { decryptSecret, encryptSecret } from '../../../core/secrets.ts';
import type { AccountTools } from '../account-tools.ts';
import { hashPassword, isPasswordRight } from '../passwords.ts';
import { assertPasswordStillHolds, isOpenTo } from '../sessions/account-access.ts';
import { acceptedStep, newTotpSecret } from '../totp.ts';
import * as store from './staff.store.ts';

interface Colleague {
  id: string;
  email: string;
  language: Language;
  /** Of radiologists: what they read. */
  subspecialties: Subspecialty[];
}
const reachedBy = ({ id, email, language, subspecialties }: store.StaffRow): Colleague => ({
  id,
  email,
  language,
  subspecialties,
});

/** Staff sign in with e-mail, password and one-time code, and get an http-only cookie with an idle limit. */
export function createStaffAccounts({ db, clock, encryptionKey, audit, sessions, attempts }: AccountTools) {
  const present = ({ id, name, email, role, subspecialties }: store.StaffRow): contract.Staff => ({
    id,
    name,
    email,
    role,
    subspecialties,
  });

  return {
    async login(context: Context, { email, password, code }: { email: string; password: string; code: string }) {
      const key = `staff:${email}`;
      const takeBack = await attempts.begin(key, context);
      const row = await store.findByEmail(db.drizzle, email);
      const isRight = await isPasswordRight(row?.passwordHash, password);
      const secret = row ? decryptSecret(row.totpSecretEncrypted, encryptionKey) : newTotpSecret();
      const step = await acceptedStep(secret, code, row?.totpLastStep ?? 0, clock.now());
      // One answer for a wrong address, password or code, so that a caller does not learn which was wrong.
      const token = await db.transaction(async (tx) => {
        if (!row || !isRight || !isOpenTo(context, row) || step === null) return undefined;
        await assertPasswordStillHolds(tx, 'staff', row, { strength: 'update' });
        if (!(await store.takeTotpStep(tx, row.id, step, context))) return undefined;
        const opened = await sessions.open(tx, context, 'staff', row.id, {
          lifetimeMs: LIMITS.staffSessionHours * HOUR_MS,
          idleMinutes: LIMITS.staffIdleMinutes,
        });
        await audit.record(tx, context, { action: 'accounts.login', subjectType: 'staff', subjectId: row.id });
        return opened;
      });
      if (!token || !row) {
        await db.transaction((tx) =>
          audit.record(tx, context, {
            action: 'accounts.login',
            subjectType: 'staff',
            subjectId: row?.id ?? null,
            outcome: 'refused',
          }),
        );
        throw new AppError('CREDENTIALS_WRONG');
      }
      await takeBack();
      return { token, user: present(row) };
    },

    /** Returns the one-time-code secret, this once; afterwards it is stored encrypted. */
    async createStaff(
      tx: Tx,
      wish: {
        email: string;
        name: string;
        role: 'radiologist' | 'operator';
        password: string;
        title?: string | undefined;
        registrationNumber?: string | undefined;
      },
    ): Promise<{ id: string; totpSecret: string }> {
      const totpSecret = newTotpSecret();
      const id = newId();
      await store.insertStaff(tx, {
        id,
        email: wish.email,
        name: wish.name,
        role: wish.role,
        title: wish.title ?? null,
        registrationNumber: wish.registrationNumber ?? null,
        passwordHash: await hashPassword(wish.password),
        totpSecretEncrypted: encryptSecret(totpSecret, encryptionKey),
        createdAt: clock.now(),
      });
      return { id, totpSecret };
    },

    /** Title and registration number printed under this radiologist's signature. */
    credentialsOf: async (on: store.Reads, id: string): Promise<contract.Credentials> => {
      const [row] = await store.findByIds(on, [id]);
      return { title: row?.title ?? null, registrationNumber: row?.registrationNumber ?? null };
    },
    isReadFirst: async (on: store.Reads, id: string): Promise<boolean> =>
      (await store.findByIds(on, [id]))[0]?.readFirst ?? false,
    subspecialtiesOf: async (on: store.Reads, id: string): Promise<Subspecialty[]> =>
      (await store.findByIds(on, [id]))[0]?.subspecialties ?? [],
    staffNames: async (on: store.Reads, ids: string[]): Promise<Map<string, string>> =>
      new Map((await store.findByIds(on, ids)).map(({ id, name }) => [id, name])),
    /** Names and roles of staff, by id. */
    staffRoles: async (on: store.Reads, ids: string[]): Promise<Map<string, { name: string; role: string }>> =>
      new Map((await store.findByIds(on, ids)).map(({ id, name, role }) => [id, { name, role }])),
    /** Staff with this role who can sign in, with their addresses. */
    ofRole: async (on: store.Reads, role: contract.Staff['role']): Promise<Colleague[]> =>
      (await store.findOfRole(on, role)).map(reachedBy),
    /** As `ofRole`, without those who are away today. */
    presentOfRole: async (on: store.Reads, role: contract.Staff['role']): Promise<Colleague[]> =>
      (await store.findPresentOfRole(on, role, houseDay(clock.now()))).map(reachedBy),
    me: async ({ id, name, email, role }: StaffActor): Promise<contract.Staff> => ({
      id,
      name,
      email,
      role,
      subspecialties: (await store.findByIds(db.drizzle, [id]))[0]?.subspecialties ?? [],
    }),
    hasStaff: store.hasStaff,
  };
}
