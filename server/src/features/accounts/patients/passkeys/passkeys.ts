import { type passkeys as contract, LIMITS } from '@duai/contract';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Tx } from '../../../../adapters/database/port.ts';
import type { Context, PatientActor } from '../../../../core/actor.ts';
import { AppError, notFound } from '../../../../core/app-error.ts';
import { later, MINUTE_MS } from '../../../../core/clock.ts';
import { hashSecret, newId } from '../../../../core/ids.ts';
import type { AccountTools } from '../../account-tools.ts';
import { passkeyChallenges, passkeys, patients } from '../../accounts.tables.ts';
import { isOpenTo, lockAccount } from '../../sessions/account-access.ts';
import { byId, type Queries } from '../patient-records.ts';
import { tellSecurityChanged } from '../security-notice.ts';
import { relyingPartyOf } from './relying-party.ts';

/** Time for a finger, a face or a PIN, as the browser is told and as the server keeps it. */
const CHALLENGE_MS = LIMITS.passkeyChallengeMinutes * MINUTE_MS;
const SITE_NAME = 'DUAI';
/** COSE algorithms (RFC 9053, RFC 8812), the one that every device knows first: ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

interface Owner {
  /** Before what opens the account: the password again. */
  confirmPassword(context: Context, patient: PatientActor, password: string): Promise<void>;
  openSession(tx: Tx, context: Context, patientId: string): Promise<string>;
}

/**
 * Passkeys (W3C Web Authentication level 3): discoverable, always with user verification, so that one stands for
 * possession and for knowledge or body, and no further code is asked for.
 */
export function createPasskeys(tools: AccountTools, { confirmPassword, openSession }: Owner) {
  const { db, clock, audit, notifications, sessions } = tools;
  const site = () => relyingPartyOf(tools.publicUrl());
  const record = (tx: Tx, context: Context, patientId: string, action: string, outcome?: 'refused') =>
    audit.record(tx, context, {
      action: `accounts.${action}`,
      subjectType: 'patient',
      subjectId: patientId,
      ...(outcome && { outcome }),
    });

  async function keepChallenge(challenge: string, patientId: string | null): Promise<void> {
    const now = clock.now();
    await db.drizzle.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
    await db.drizzle
      .insert(passkeyChallenges)
      .values({ challengeHash: hashSecret(challenge), patientId, expiresAt: later(now, CHALLENGE_MS) });
  }

  /**
   * The challenge that was signed. It is used up whatever comes of it: a response counts once.
   * @throws AppError PASSKEY_REFUSED, ORIGIN_REFUSED, PASSKEY_REQUEST_EXPIRED
   */
  async function takeChallenge(clientDataJson: string, patientId: string | null): Promise<string> {
    const { challenge, origin } = readClientData(clientDataJson);
    const taken = await db.drizzle
      .delete(passkeyChallenges)
      .where(
        and(
          eq(passkeyChallenges.challengeHash, hashSecret(challenge)),
          patientId === null ? isNull(passkeyChallenges.patientId) : eq(passkeyChallenges.patientId, patientId),
          gt(passkeyChallenges.expiresAt, clock.now()),
        ),
      )
      .returning({ patientId: passkeyChallenges.patientId });
    if (origin !== site().origin) throw new AppError('ORIGIN_REFUSED');
    if (taken.length === 0) throw new AppError('PASSKEY_REQUEST_EXPIRED');
    return challenge;
  }

  async function verifyNew(challenge: string, credential: contract.Attestation) {
    const { id, origin } = site();
    const checked = await refusedUnlessValid(() =>
      verifyRegistrationResponse({
        response: credential,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    if (!checked.verified) throw new AppError('PASSKEY_REFUSED');
    return checked.registrationInfo;
  }

  async function verifyKnown(challenge: string, credential: contract.Assertion, known: typeof passkeys.$inferSelect) {
    const { id, origin } = site();
    const checked = await refusedUnlessValid(() =>
      verifyAuthenticationResponse({
        response: credential,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        credential: {
          id: known.credentialId,
          publicKey: new Uint8Array(known.publicKey),
          counter: known.signatureCounter,
          transports: known.transports,
        },
      }),
    );
    if (!checked.verified || credential.response.userHandle !== handleOf(known.patientId))
      throw new AppError('PASSKEY_REFUSED');
    return checked.authenticationInfo;
  }

  /** Also where two signatures of one counter come at once: the second finds it risen. @throws AppError PASSKEY_REFUSED */
  async function noteUse(tx: Tx, known: { id: string }, counter: number): Promise<void> {
    const risen = counter === 0 ? eq(passkeys.signatureCounter, 0) : lt(passkeys.signatureCounter, counter);
    const used = await tx
      .update(passkeys)
      .set({ signatureCounter: counter, lastUsedAt: clock.now() })
      .where(and(eq(passkeys.id, known.id), risen))
      .returning({ id: passkeys.id });
    if (used.length === 0) throw new AppError('PASSKEY_REFUSED');
  }

  const ownOf = (patient: PatientActor, id: string) => and(eq(passkeys.id, id), eq(passkeys.patientId, patient.id));

  return {
    list: (patient: PatientActor): Promise<contract.Passkey[]> => present(db.drizzle, patient.id),

    /** @throws AppError PASSWORD_WRONG, TOO_MANY_REQUESTS, TOO_MANY_PASSKEYS */
    async begin(context: Context, patient: PatientActor, password: string) {
      await confirmPassword(context, patient, password);
      const row = await byId(db.drizzle, patient.id);
      const known = await db.drizzle.select().from(passkeys).where(eq(passkeys.patientId, patient.id));
      assertRoom(known.length);
      const options = await generateRegistrationOptions({
        rpName: SITE_NAME,
        rpID: site().id,
        userID: new TextEncoder().encode(patient.id),
        userName: row.email,
        userDisplayName: `${row.firstName} ${row.lastName}`,
        timeout: CHALLENGE_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await keepChallenge(options.challenge, patient.id);
      return {
        rp: { name: SITE_NAME, id: site().id },
        user: options.user,
        challenge: options.challenge,
        pubKeyCredParams: options.pubKeyCredParams,
        timeout: CHALLENGE_MS,
        excludeCredentials: known.map(({ credentialId, transports }) => ({
          id: credentialId,
          type: 'public-key' as const,
          transports,
        })),
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true,
          userVerification: 'required' as const,
        },
        attestation: 'none' as const,
      };
    },

    /** @throws AppError PASSKEY_REQUEST_EXPIRED, ORIGIN_REFUSED, PASSKEY_REFUSED, PASSKEY_EXISTS, TOO_MANY_PASSKEYS */
    async add(
      context: Context,
      patient: PatientActor,
      { name, credential }: { name: string; credential: contract.Attestation },
    ): Promise<contract.Passkey[]> {
      const challenge = await takeChallenge(credential.response.clientDataJSON, patient.id);
      const made = await verifyNew(challenge, credential);
      return db.transaction(async (tx) => {
        const [row] = await tx.select().from(patients).where(eq(patients.id, patient.id)).for('update');
        if (!row) throw notFound('patient');
        await sessions.assertOpen(tx, patient.sessionId);
        assertRoom((await present(tx, patient.id)).length);
        const added = await tx
          .insert(passkeys)
          .values({
            id: newId(),
            patientId: patient.id,
            credentialId: made.credential.id,
            publicKey: Buffer.from(made.credential.publicKey),
            signatureCounter: made.credential.counter,
            transports: credential.response.transports ?? [],
            isBackedUp: made.credentialBackedUp,
            name,
            createdAt: clock.now(),
          })
          .onConflictDoNothing({ target: passkeys.credentialId })
          .returning({ id: passkeys.id });
        if (added.length === 0) throw new AppError('PASSKEY_EXISTS');
        await tellSecurityChanged(notifications, tx, row);
        await record(tx, context, patient.id, 'passkey-added');
        return present(tx, patient.id);
      });
    },

    rename: (context: Context, patient: PatientActor, id: string, name: string): Promise<contract.Passkey[]> =>
      db.transaction(async (tx) => {
        const renamed = await tx
          .update(passkeys)
          .set({ name })
          .where(ownOf(patient, id))
          .returning({ id: passkeys.id });
        if (renamed.length === 0) throw notFound('passkey');
        await record(tx, context, patient.id, 'passkey-renamed');
        return present(tx, patient.id);
      }),

    remove: (context: Context, patient: PatientActor, id: string): Promise<contract.Passkey[]> =>
      db.transaction(async (tx) => {
        const removed = await tx.delete(passkeys).where(ownOf(patient, id)).returning({ id: passkeys.id });
        if (removed.length === 0) throw notFound('passkey');
        await tellSecurityChanged(notifications, tx, await byId(tx, patient.id));
        await record(tx, context, patient.id, 'passkey-removed');
        return present(tx, patient.id);
      }),

    async beginLogin() {
      const options = await generateAuthenticationOptions({
        rpID: site().id,
        timeout: CHALLENGE_MS,
        userVerification: 'required',
      });
      await keepChallenge(options.challenge, null);
      const { challenge } = options;
      return { challenge, timeout: CHALLENGE_MS, rpId: site().id, userVerification: 'required' as const };
    },

    /** @throws AppError PASSKEY_REQUEST_EXPIRED, ORIGIN_REFUSED, PASSKEY_UNKNOWN, PASSKEY_REFUSED */
    async login(context: Context, credential: contract.Assertion): Promise<{ token: string }> {
      const challenge = await takeChallenge(credential.response.clientDataJSON, null);
      const [known] = await db.drizzle
        .select({ passkey: passkeys, disabledAt: patients.disabledAt, isDemo: patients.isDemo })
        .from(passkeys)
        .innerJoin(patients, eq(patients.id, passkeys.patientId))
        .where(eq(passkeys.credentialId, credential.id));
      if (!known || !isOpenTo(context, known)) throw new AppError('PASSKEY_UNKNOWN');
      const { passkey } = known;
      try {
        const { newCounter } = await verifyKnown(challenge, credential, passkey);
        return await db.transaction(async (tx) => {
          // A new password may be removing the passkeys at this moment.
          await lockAccount(tx, 'patient', passkey.patientId, 'share');
          await noteUse(tx, passkey, newCounter);
          const token = await openSession(tx, context, passkey.patientId);
          await record(tx, context, passkey.patientId, 'login');
          return { token };
        });
      } catch (error) {
        await db.transaction((tx) => record(tx, context, passkey.patientId, 'login', 'refused'));
        throw error;
      }
    },
  };
}

async function present(on: Queries, patientId: string): Promise<contract.Passkey[]> {
  const rows = await on
    .select()
    .from(passkeys)
    .where(eq(passkeys.patientId, patientId))
    .orderBy(asc(passkeys.createdAt));
  return rows.map(({ id, name, createdAt, lastUsedAt, isBackedUp }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isBackedUp,
  }));
}

function assertRoom(count: number): void {
  if (count >= LIMITS.passkeys) throw new AppError('TOO_MANY_PASSKEYS', { params: { limit: LIMITS.passkeys } });
}

/** The user handle of the standard: says whose passkey it is and nothing about the person. */
const handleOf = (patientId: string): string => Buffer.from(patientId).toString('base64url');

/** @throws AppError PASSKEY_REFUSED */
function readClientData(encoded: string): { challenge: string; origin: string } {
  try {
    const { challenge, origin } = decodeClientDataJSON(encoded);
    if (typeof challenge === 'string' && typeof origin === 'string') return { challenge, origin };
  } catch (cause) {
    throw new AppError('PASSKEY_REFUSED', { cause });
  }
  throw new AppError('PASSKEY_REFUSED');
}

/** What the library finds wrong (signature, relying party, flags, counter) is one answer for the reader. */
async function refusedUnlessValid<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    throw new AppError('PASSKEY_REFUSED', { cause });
  }
}
