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
/** Enough for what changes nothing. */
export type Reads = Pick<NodePgDatabase, 'select'>;

export const byEmail = async (on: Reads, email: string): Promise<PatientRow | undefined> =>
  (await on.select().from(patients).where(eq(patients.email, email)))[0];

/** @throws AppError NOT_FOUND */
export async function byId(on: Reads, id: string): Promise<PatientRow> {
  const [row] = await on.select().from(patients).where(eq(patients.id, id));
  if (!row) throw notFound('patient');
  return row;
}

/** Of many, by their ids. */
export const findPatients = async (on: Reads, ids: string[]): Promise<PatientRow[]> =>
  ids.length === 0 ? [] : on.select().from(patients).where(inArray(patients.id, ids));

/** Locked against everything that would add to the account. @throws AppError NOT_FOUND */
export async function lockPatient(on: Reads, id: string): Promise<PatientRow> {
  const [row] = await on.select().from(patients).where(eq(patients.id, id)).for('update');
  if (!row) throw notFound('patient');
  return row;
}

/** Undefined where the address belongs to an account. */
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

/** To the text of today, and not withdrawn; agreement to an older text counts as none. */
const isValidConsent = and(eq(consents.textVersion, CONSENT_VERSION), isNull(consents.withdrawnAt));

export const findConsents = (on: Reads, patientId: string) =>
  on.select().from(consents).where(eq(consents.patientId, patientId)).orderBy(consents.givenAt);

/** Of these patients every consent that is valid. */
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

/** Nobody withdraws before the transaction ends. */
export async function holdConsents(on: Reads, patientId: string): Promise<void> {
  await on.select({ id: patients.id }).from(patients).where(eq(patients.id, patientId)).for('share');
}

/** What relies on a consent ends first, and what comes later sees that it is withdrawn. */
export async function lockForWithdrawal(on: Reads, patientId: string): Promise<void> {
  await on.select({ id: patients.id }).from(patients).where(eq(patients.id, patientId)).for('no key update');
}

/** The account with its valid consents, one row each, and the address it is changing to: in one query. */
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

/** In place of those that were sent before. */
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

/** Counts a try before it is judged: parallel guesses get no more of them. Undefined where no code is open or none is left. */
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

/** False where it was used meanwhile. */
export async function takePhoneCode(on: Pick<Queries, 'update'>, id: string, now: Date): Promise<boolean> {
  const used = await on
    .update(phoneCodes)
    .set({ usedAt: now })
    .where(and(eq(phoneCodes.id, id), isNull(phoneCodes.usedAt)))
    .returning({ id: phoneCodes.id });
  return used.length > 0;
}

// ---- second factor ----

/** False where this step or a later one was used: a code counts once. */
export async function takeTotpStep(on: Pick<Queries, 'update'>, patientId: string, step: number): Promise<boolean> {
  const fresh = await on
    .update(patients)
    .set({ totpLastStep: step })
    .where(and(eq(patients.id, patientId), lt(patients.totpLastStep, step)))
    .returning({ id: patients.id });
  return fresh.length > 0;
}

/** False where the patient has no such code, or it was used. */
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

/** In place of those of before. */
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

/** Addresses that links were sent to, earlier ones too. */
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
