import { type CONSENT_PURPOSES, CONSENT_VERSION } from '@duai/contract';
import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { notFound } from '../../../core/app-error.ts';
import {
  consents,
  linkTokens,
  type PatientRow,
  patients,
  phoneCodes,
  recoveryCodes,
  sessions,
} from '../accounts.tables.ts';

export type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>;
/** Connection for read-only queries. */
export type Reads = Pick<NodePgDatabase, 'select'>;

export const byEmail = async (on: Reads, email: string): Promise<PatientRow | undefined> =>
  (await on.select().from(patients).where(eq(patients.email, email)))[0];

/** @throws AppError NOT_FOUND */
export async function byId(on: Reads, id: string): Promise<PatientRow> {
  const [row] = await on.select().from(patients).where(eq(patients.id, id));
  if (!row) throw notFound('patient');
  return row;
}

export const findPatients = async (on: Reads, ids: string[]): Promise<PatientRow[]> =>
  ids.length === 0 ? [] : on.select().from(patients).where(inArray(patients.id, ids));

/** Locks the account so that nothing can be added to it. @throws AppError NOT_FOUND */
export async function lockPatient(on: Reads, id: string): Promise<PatientRow> {
  const [row] = await on.select().from(patients).where(eq(patients.id, id)).for('update');
  if (!row) throw notFound('patient');
  return row;
}

/** Returns undefined where the address already belongs to an account. */
export const insertPatient = async (
  on: Pick<Queries, 'insert'>,
  row: typeof patients.$inferInsert,
): Promise<PatientRow | undefined> =>
  (await on.insert(patients).values(row).onConflictDoNothing({ target: patients.email }).returning())[0];

/** @throws AppError NOT_FOUND */
export async function updatePatient(
  on: Pick<Queries, 'update'>,
  id: string,
  change: Partial<PatientRow>,
): Promise<PatientRow> {
  const [row] = await on.update(patients).set(change).where(eq(patients.id, id)).returning();
  if (!row) throw notFound('patient');
  return row;
}

// ---- consents ----

/** A consent to the current text that was not withdrawn; consent to an older text does not count. */
const isValidConsent = and(eq(consents.textVersion, CONSENT_VERSION), isNull(consents.withdrawnAt));

export const findConsents = (on: Reads, patientId: string) =>
  on.select().from(consents).where(eq(consents.patientId, patientId)).orderBy(consents.givenAt);

/** Every valid consent of these patients. */
export const findValidConsents = (on: Reads, patientIds: string[]) =>
  on
    .select({ patientId: consents.patientId, purpose: consents.purpose })
    .from(consents)
    .where(and(inArray(consents.patientId, patientIds), isValidConsent));

/** By version and purpose: of how many accounts it holds, and of how many it was withdrawn and not given again. */
export async function countConsents(on: Reads) {
  const byPatient = on
    .select({
      version: consents.textVersion,
      purpose: consents.purpose,
      holds: sql<boolean>`bool_or(${consents.withdrawnAt} is null)`.as('holds'),
      firstAt: sql<Date>`min(${consents.givenAt})`.as('first_at'),
      lastAt: sql<Date>`max(${consents.givenAt})`.as('last_at'),
    })
    .from(consents)
    .groupBy(consents.textVersion, consents.purpose, consents.patientId)
    .as('by_patient');
  return on
    .select({
      version: byPatient.version,
      purpose: byPatient.purpose,
      agreed: sql<number>`count(*) filter (where ${byPatient.holds})::int`,
      withdrawn: sql<number>`count(*) filter (where not ${byPatient.holds})::int`,
      firstAt: sql`min(${byPatient.firstAt})`.mapWith(consents.givenAt),
      lastAt: sql`max(${byPatient.lastAt})`.mapWith(consents.givenAt),
    })
    .from(byPatient)
    .groupBy(byPatient.version, byPatient.purpose);
}

export async function insertConsent(on: Pick<Queries, 'insert'>, row: typeof consents.$inferInsert): Promise<void> {
  await on.insert(consents).values(row);
}

export async function withdrawConsents(
  on: Pick<Queries, 'update'>,
  patientId: string,
  purpose: string,
  withdrawnAt: Date,
): Promise<void> {
  await on
    .update(consents)
    .set({ withdrawnAt })
    .where(
      and(
        eq(consents.patientId, patientId),
        eq(consents.purpose, purpose as (typeof CONSENT_PURPOSES)[number]),
        isNull(consents.withdrawnAt),
      ),
    );
}

/** Blocks withdrawals until the transaction ends. */
export async function holdConsents(on: Reads, patientId: string): Promise<void> {
  await on.select({ id: patients.id }).from(patients).where(eq(patients.id, patientId)).for('share');
}

/** Waits for transactions that rely on a consent; those that begin later see that it is withdrawn. */
export async function lockForWithdrawal(on: Reads, patientId: string): Promise<void> {
  await on.select({ id: patients.id }).from(patients).where(eq(patients.id, patientId)).for('no key update');
}

/** The account with its valid consents, one row each, and the address that it is changing to, in one query. */
export const findOwnAccount = (on: Reads, patientId: string, now: Date) =>
  on
    .select({ row: patients, purpose: consents.purpose, pendingEmail: linkTokens.email })
    .from(patients)
    .leftJoin(consents, and(eq(consents.patientId, patients.id), isValidConsent))
    .leftJoin(
      linkTokens,
      and(
        eq(linkTokens.accountId, patients.id),
        eq(linkTokens.purpose, 'change-email'),
        isNull(linkTokens.usedAt),
        gt(linkTokens.expiresAt, now),
      ),
    )
    .where(eq(patients.id, patientId));

// ---- phone codes ----

export async function deletePhoneCodes(on: Pick<Queries, 'delete'>, olderThan: Date): Promise<void> {
  await on.delete(phoneCodes).where(lt(phoneCodes.createdAt, olderThan));
}

/** Newest first. */
export const findPhoneCodes = (on: Reads, patientId: string) =>
  on.select().from(phoneCodes).where(eq(phoneCodes.patientId, patientId)).orderBy(desc(phoneCodes.createdAt));

/** Replaces the codes that were sent before. */
export async function insertPhoneCode(
  on: Pick<Queries, 'insert' | 'update'>,
  row: typeof phoneCodes.$inferInsert,
  now: Date,
): Promise<void> {
  await on
    .update(phoneCodes)
    .set({ usedAt: now })
    .where(and(eq(phoneCodes.patientId, row.patientId), isNull(phoneCodes.usedAt)));
  await on.insert(phoneCodes).values(row);
}

/**
 * Counts a try before the code is compared, so that parallel guesses get no extra tries.
 * Returns undefined where no code is open or no try is left.
 */
export async function countPhoneCodeTry(
  on: Pick<Queries, 'update'>,
  { patientId, phone, most, now }: { patientId: string; phone: string; most: number; now: Date },
) {
  const [row] = await on
    .update(phoneCodes)
    .set({ attempts: sql`${phoneCodes.attempts} + 1` })
    .where(
      and(
        eq(phoneCodes.patientId, patientId),
        eq(phoneCodes.phone, phone),
        isNull(phoneCodes.usedAt),
        gt(phoneCodes.expiresAt, now),
        lt(phoneCodes.attempts, most),
      ),
    )
    .returning();
  return row;
}

/** Returns false where the code was already used. */
export async function takePhoneCode(on: Pick<Queries, 'update'>, id: string, now: Date): Promise<boolean> {
  const used = await on
    .update(phoneCodes)
    .set({ usedAt: now })
    .where(and(eq(phoneCodes.id, id), isNull(phoneCodes.usedAt)))
    .returning({ id: phoneCodes.id });
  return used.length > 0;
}

// ---- second factor ----

/** Returns false when this time step or a later one was already used, so a code works only once. */
export async function takeTotpStep(on: Pick<Queries, 'update'>, patientId: string, step: number): Promise<boolean> {
  const fresh = await on
    .update(patients)
    .set({ totpLastStep: step })
    .where(and(eq(patients.id, patientId), lt(patients.totpLastStep, step)))
    .returning({ id: patients.id });
  return fresh.length > 0;
}

/** Returns false where the patient has no such code or it was already used. */
export async function takeRecoveryCode(
  on: Pick<Queries, 'update'>,
  patientId: string,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const used = await on
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(eq(recoveryCodes.patientId, patientId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)),
    )
    .returning({ usedAt: recoveryCodes.usedAt });
  return used.length > 0;
}

export async function deleteRecoveryCodes(on: Pick<Queries, 'delete'>, patientId: string): Promise<void> {
  await on.delete(recoveryCodes).where(eq(recoveryCodes.patientId, patientId));
}

/** Replaces all earlier codes. */
export async function replaceRecoveryCodes(
  on: Pick<Queries, 'insert' | 'delete'>,
  patientId: string,
  codeHashes: Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(on, patientId);
  await on.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ patientId, codeHash })));
}

// ---- traces: what lies in tables that know no patient ----

const ofPatient = (table: typeof sessions | typeof linkTokens, id: string) =>
  and(eq(table.realm, 'patient'), eq(table.accountId, id));

/** Addresses to which links were sent, including earlier ones. */
export const findLinkAddresses = async (on: Reads, id: string): Promise<string[]> =>
  (await on.select({ email: linkTokens.email }).from(linkTokens).where(ofPatient(linkTokens, id))).map(
    ({ email }) => email,
  );

export const findSessions = (on: Reads, id: string) =>
  on
    .select({
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      revokedAt: sessions.revokedAt,
      address: sessions.address,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .where(ofPatient(sessions, id))
    .orderBy(sessions.createdAt);

/** @returns how many */
export const deleteSessions = async (on: Pick<Queries, 'delete'>, id: string): Promise<number> =>
  (await on.delete(sessions).where(ofPatient(sessions, id)).returning({ one: sql`1` })).length;

/** @returns how many */
export const deleteLinks = async (on: Pick<Queries, 'delete'>, id: string): Promise<number> =>
  (await on.delete(linkTokens).where(ofPatient(linkTokens, id)).returning({ one: sql`1` })).length;
