import { type accounts as contract, type Language, LIMITS } from '@duai/contract';
import { and, asc, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { HOUR_MS } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import { decryptSecret, encryptSecret } from '../../../core/secrets.ts';
import type { AccountTools } from '../account-tools.ts';
import { staff } from '../accounts.tables.ts';
import { hashPassword, isPasswordRight } from '../passwords.ts';
import { assertPasswordStillHolds, isOpenTo } from '../sessions/account-access.ts';
import { acceptedStep, newTotpSecret } from '../totp.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update'>;

/** Staff: e-mail, password and one-time code; http-only cookie with an idle limit. */
export function createStaffAccounts({ db, clock, encryptionKey, audit, sessions, attempts }: AccountTools) {
  const present = ({ id, name, email, role }: typeof staff.$inferSelect): contract.Staff => ({ id, name, email, role });

  return {
    async login(context: Context, { email, password, code }: { email: string; password: string; code: string }) {
      const key = `staff:${email}`;
      const takeBack = await attempts.begin(key, context);
      const [row] = await db.drizzle.select().from(staff).where(eq(staff.email, email));
      const isRight = await isPasswordRight(row?.passwordHash, password);
      const secret = row ? decryptSecret(row.totpSecretEncrypted, encryptionKey) : newTotpSecret();
      const step = await acceptedStep(secret, code, row?.totpLastStep ?? 0, clock.now());
      // One answer for a wrong address, password or code: nobody learns which.
      const token = await db.transaction(async (tx) => {
        if (!row || !isRight || !isOpenTo(context, row) || step === null) return undefined;
        await assertPasswordStillHolds(tx, 'staff', row, { strength: 'update' });
        const [fresh] = await tx
          .update(staff)
          .set({ totpLastStep: step, language: context.language })
          .where(and(eq(staff.id, row.id), lt(staff.totpLastStep, step)))
          .returning({ id: staff.id });
        if (!fresh) return undefined;
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

    /** Answers the one-time-code secret, once: from then on it is kept encrypted. */
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
      await tx.insert(staff).values({
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

    /** What stands under the signature of this radiologist. */
    credentialsOf: async (on: Queries, id: string): Promise<contract.Credentials> => {
      const [row] = await on
        .select({ title: staff.title, registrationNumber: staff.registrationNumber })
        .from(staff)
        .where(eq(staff.id, id));
      return row ?? { title: null, registrationNumber: null };
    },
    staffNames: async (on: Queries, ids: string[]): Promise<Map<string, string>> => {
      if (ids.length === 0) return new Map();
      const rows = await on
        .select({ id: staff.id, name: staff.name })
        .from(staff)
        .where(inArray(staff.id, [...new Set(ids)]));
      return new Map(rows.map((row) => [row.id, row.name]));
    },
    /** Names and roles of colleagues, by id. */
    staffRoles: async (on: Queries, ids: string[]): Promise<Map<string, { name: string; role: string }>> => {
      if (ids.length === 0) return new Map();
      const rows = await on
        .select({ id: staff.id, name: staff.name, role: staff.role })
        .from(staff)
        .where(inArray(staff.id, [...new Set(ids)]));
      return new Map(rows.map(({ id, ...row }) => [id, row]));
    },
    /** Who holds this role today, and how they are reached. */
    ofRole: (on: Queries, role: contract.Staff['role']): Promise<{ id: string; email: string; language: Language }[]> =>
      on
        .select({ id: staff.id, email: staff.email, language: staff.language })
        .from(staff)
        .where(and(eq(staff.role, role), isNull(staff.disabledAt)))
        .orderBy(asc(staff.createdAt)),
    hasStaff: async (on: Queries): Promise<boolean> =>
      (await on.select({ id: staff.id }).from(staff).limit(1)).length > 0,
  };
}
