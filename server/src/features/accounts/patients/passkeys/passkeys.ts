import type { passkeys as contract } from '@duai/contract';
import type { Tx } from '../../../../adapters/database/port.ts';
import type { Context, PatientActor } from '../../../../core/actor.ts';
import { notFound } from '../../../../core/app-error.ts';
import type { AccountTools } from '../../account-tools.ts';
import { byId } from '../patients.store.ts';
import { tellSecurityChanged } from '../security-notice.ts';
import { createAddPasskey } from './add-passkey.ts';
import { createLoginByPasskey } from './login-by-passkey.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';
import * as store from './passkeys.store.ts';
import { presentPasskeys, type RecordPasskey } from './present-passkeys.ts';

interface Owner {
  confirmPassword(context: Context, patient: PatientActor, password: string): Promise<void>;
  openSession(tx: Tx, context: Context, patientId: string): Promise<string>;
}

/**
 * Passkeys (W3C Web Authentication level 3): discoverable, always with user verification, so that one covers possession
 * and knowledge or biometrics, and no further code is needed.
 */
export function createPasskeys(tools: AccountTools, owner: Owner) {
  const { db, audit, notifications } = tools;
  const challenges = createPasskeyChallenges(tools);
  const record: RecordPasskey = (tx, context, patientId, action, outcome) =>
    audit.record(tx, context, {
      action: `accounts.${action}`,
      subjectType: 'patient',
      subjectId: patientId,
      ...(outcome && { outcome }),
    });

  return {
    ...createAddPasskey(tools, { challenges, record, ...owner }),
    ...createLoginByPasskey(tools, { challenges, record, ...owner }),

    list: (patient: PatientActor): Promise<contract.Passkey[]> => presentPasskeys(db.drizzle, patient.id),

    rename: (context: Context, patient: PatientActor, id: string, name: string): Promise<contract.Passkey[]> =>
      db.transaction(async (tx) => {
        if (!(await store.renamePasskey(tx, patient.id, id, name))) throw notFound('passkey');
        await record(tx, context, patient.id, 'passkey-renamed');
        return presentPasskeys(tx, patient.id);
      }),

    remove: (context: Context, patient: PatientActor, id: string): Promise<contract.Passkey[]> =>
      db.transaction(async (tx) => {
        if (!(await store.deletePasskey(tx, patient.id, id))) throw notFound('passkey');
        await tellSecurityChanged(notifications, tx, await byId(tx, patient.id));
        await record(tx, context, patient.id, 'passkey-removed');
        return presentPasskeys(tx, patient.id);
      }),
  };
}
