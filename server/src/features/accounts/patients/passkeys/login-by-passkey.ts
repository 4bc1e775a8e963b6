import type { passkeys as contract } from '@duai/contract';
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Tx } from '../../../../adapters/database/port.ts';
import type { Context } from '../../../../core/actor.ts';
import { AppError } from '../../../../core/app-error.ts';
import type { AccountTools } from '../../account-tools.ts';
import { lockAccount } from '../../sessions/account-access.store.ts';
import { isOpenTo } from '../../sessions/account-access.ts';
import { CHALLENGE_MS, handleOf, type PasskeyChallenges, refusedUnlessValid } from './passkey-challenges.ts';
import * as store from './passkeys.store.ts';
import type { RecordPasskey } from './present-passkeys.ts';

interface Others {
  challenges: PasskeyChallenges;
  record: RecordPasskey;
  openSession(tx: Tx, context: Context, patientId: string): Promise<string>;
}

/** Sign-in with a passkey alone; the device verifies the user by finger, face or PIN. */
export function createLoginByPasskey(
  { db, clock }: Pick<AccountTools, 'db' | 'clock'>,
  { challenges, record, openSession }: Others,
) {
  async function verify(challenge: string, credential: contract.Assertion, known: store.PasskeyRow) {
    const { id, origin } = challenges.site();
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

  return {
    async beginLogin() {
      const { id } = challenges.site();
      const options = await generateAuthenticationOptions({
        rpID: id,
        timeout: CHALLENGE_MS,
        userVerification: 'required',
      });
      await challenges.keep(options.challenge, null);
      const { challenge } = options;
      return { challenge, timeout: CHALLENGE_MS, rpId: id, userVerification: 'required' as const };
    },

    /** @throws AppError PASSKEY_REQUEST_EXPIRED, ORIGIN_REFUSED, PASSKEY_UNKNOWN, PASSKEY_REFUSED */
    async login(context: Context, credential: contract.Assertion): Promise<{ token: string }> {
      const challenge = await challenges.take(credential.response.clientDataJSON, null);
      const known = await store.findByCredential(db.drizzle, credential.id);
      if (!known || !isOpenTo(context, known)) throw new AppError('PASSKEY_UNKNOWN');
      const { passkey } = known;
      try {
        const { newCounter } = await verify(challenge, credential, passkey);
        return await db.transaction(async (tx) => {
          // Waits for a change of the password, which may be removing the passkeys.
          await lockAccount(tx, 'patient', passkey.patientId, 'share');
          if (!(await store.noteUse(tx, passkey.id, newCounter, clock.now()))) throw new AppError('PASSKEY_REFUSED');
          const token = await openSession(tx, context, passkey.patientId);
          await record(tx, context, passkey.patientId, 'login');
          return { token };
        });
      } catch (error) {
        // Only a refusal is recorded; an error of the database is not one.
        if (error instanceof AppError)
          await db.transaction((tx) => record(tx, context, passkey.patientId, 'login', 'refused'));
        throw error;
      }
    },
  };
}
