import { LIMITS } from '@duai/contract';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { AppError } from '../../../../core/app-error.ts';
import { later, MINUTE_MS } from '../../../../core/clock.ts';
import { hashSecret } from '../../../../core/ids.ts';
import type { AccountTools } from '../../account-tools.ts';
import * as store from './passkeys.store.ts';
import { relyingPartyOf } from './relying-party.ts';

/** Time for a finger, a face or a PIN, as the browser is told and as the server keeps it. */
export const CHALLENGE_MS = LIMITS.passkeyChallengeMinutes * MINUTE_MS;
export const SITE_NAME = 'DUAI';
/** COSE algorithms (RFC 9053, RFC 8812), the one that every device knows first: ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257];

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;

/** What a device is asked to sign: kept as a hash, for this site, once. */
export function createPasskeyChallenges({ db, clock, publicUrl }: Pick<AccountTools, 'db' | 'clock' | 'publicUrl'>) {
  const site = () => relyingPartyOf(publicUrl());
  return {
    site,

    async keep(challenge: string, patientId: string | null): Promise<void> {
      const now = clock.now();
      const row = { challengeHash: hashSecret(challenge), patientId, expiresAt: later(now, CHALLENGE_MS) };
      await store.insertChallenge(db.drizzle, row, now);
    },

    /**
     * The challenge that was signed. It is used up whatever comes of it: a response counts once.
     * @throws AppError PASSKEY_REFUSED, ORIGIN_REFUSED, PASSKEY_REQUEST_EXPIRED
     */
    async take(clientDataJson: string, patientId: string | null): Promise<string> {
      const { challenge, origin } = readClientData(clientDataJson);
      const isTaken = await store.takeChallenge(db.drizzle, hashSecret(challenge), patientId, clock.now());
      if (origin !== site().origin) throw new AppError('ORIGIN_REFUSED');
      if (!isTaken) throw new AppError('PASSKEY_REQUEST_EXPIRED');
      return challenge;
    },
  };
}

/** The user handle of the standard: says whose passkey it is and nothing about the person. */
export const handleOf = (patientId: string): string => Buffer.from(patientId).toString('base64url');

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
export async function refusedUnlessValid<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    throw new AppError('PASSKEY_REFUSED', { cause });
  }
}
