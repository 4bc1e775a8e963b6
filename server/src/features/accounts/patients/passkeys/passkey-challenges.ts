import { LIMITS } from '@duai/contract';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { AppError } from '../../../../core/app-error.ts';
import { later, MINUTE_MS } from '../../../../core/clock.ts';
import { hashSecret } from '../../../../core/ids.ts';
import type { AccountTools } from '../../account-tools.ts';
import * as store from './passkeys.store.ts';
import { relyingPartyOf } from './relying-party.ts';

/** How long a challenge is valid, both in the browser and on the server: time for a finger, a face or a PIN. */
export const CHALLENGE_MS = LIMITS.passkeyChallengeMinutes * MINUTE_MS;
export const SITE_NAME = 'DUAI';
/** COSE algorithms (RFC 9053, RFC 8812), the most widely supported first: ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257];

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;

/** Challenges that a device signs: bound to this site, usable once, stored as hashes. */
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
     * Returns the challenge that was signed and deletes it, even where the response is refused, so a response works
     * only once.
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

/** The user handle of the standard: identifies the account without personal data. */
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

/**
 * Turns every error of the library (signature, relying party, flags, counter) into one answer for the user. @throws
 * AppError PASSKEY_REFUSED
 */
export async function refusedUnlessValid<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    throw new AppError('PASSKEY_REFUSED', { cause });
  }
}
