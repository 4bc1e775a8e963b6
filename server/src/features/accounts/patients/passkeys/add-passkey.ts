import { type passkeys as contract, LIMITS } from '@duai/contract';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Context, PatientActor } from '../../../../core/actor.ts';
import { AppError } from '../../../../core/app-error.ts';
import { newId } from '../../../../core/ids.ts';
import type { AccountTools } from '../../account-tools.ts';
import { byId, lockPatient } from '../patients.store.ts';
import { tellSecurityChanged } from '../security-notice.ts';
import {
  ALGORITHMS,
  CHALLENGE_MS,
  type PasskeyChallenges,
  refusedUnlessValid,
  SITE_NAME,
} from './passkey-challenges.ts';
import * as store from './passkeys.store.ts';
import { presentPasskeys, type RecordPasskey } from './present-passkeys.ts';

interface Others {
  challenges: PasskeyChallenges;
  record: RecordPasskey;
  /** Asks for the password again before anything changes how the account is opened. */
  confirmPassword(context: Context, patient: PatientActor, password: string): Promise<void>;
}

/** Adds a passkey: the patient confirms the password, the device creates the key pair, and the public key is stored. */
export function createAddPasskey(
  { db, clock, notifications, sessions }: AccountTools,
  { challenges, record, confirmPassword }: Others,
) {
  async function verify(challenge: string, credential: contract.Attestation) {
    const { id, origin } = challenges.site();
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

  return {
    /** @throws AppError PASSWORD_WRONG, TOO_MANY_REQUESTS, TOO_MANY_PASSKEYS */
    async begin(context: Context, patient: PatientActor, password: string) {
      await confirmPassword(context, patient, password);
      const row = await byId(db.drizzle, patient.id);
      const known = await store.findPasskeys(db.drizzle, patient.id);
      assertRoom(known.length);
      const { id } = challenges.site();
      const options = await generateRegistrationOptions({
        rpName: SITE_NAME,
        rpID: id,
        userID: new TextEncoder().encode(patient.id),
        userName: row.email,
        userDisplayName: `${row.firstName} ${row.lastName}`,
        timeout: CHALLENGE_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await challenges.keep(options.challenge, patient.id);
      return {
        rp: { name: SITE_NAME, id },
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
      const challenge = await challenges.take(credential.response.clientDataJSON, patient.id);
      const made = await verify(challenge, credential);
      return db.transaction(async (tx) => {
        const row = await lockPatient(tx, patient.id);
        await sessions.assertOpen(tx, patient.sessionId);
        assertRoom((await store.findPasskeys(tx, patient.id)).length);
        const isNew = await store.insertPasskey(tx, {
          id: newId(),
          patientId: patient.id,
          credentialId: made.credential.id,
          publicKey: Buffer.from(made.credential.publicKey),
          signatureCounter: made.credential.counter,
          transports: credential.response.transports ?? [],
          isBackedUp: made.credentialBackedUp,
          name,
          createdAt: clock.now(),
        });
        if (!isNew) throw new AppError('PASSKEY_EXISTS');
        await tellSecurityChanged(notifications, tx, row);
        await record(tx, context, patient.id, 'passkey-added');
        return presentPasskeys(tx, patient.id);
      });
    },
  };
}

function assertRoom(count: number): void {
  if (count >= LIMITS.passkeys) throw new AppError('TOO_MANY_PASSKEYS', { params: { limit: LIMITS.passkeys } });
}
