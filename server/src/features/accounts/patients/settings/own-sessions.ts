import type { accountSettings as contract } from '@duai/contract';
import type { Tx } from '../../../../adapters/database/port.ts';
import type { Context, PatientActor } from '../../../../core/actor.ts';
import { notFound } from '../../../../core/app-error.ts';
import type { AccountTools } from '../../account-tools.ts';
import type { SettingsTools } from './settings-tools.ts';

/** Lists the patient's sessions and ends them. */
export function createOwnSessions({ db, sessions }: AccountTools, { record }: SettingsTools) {
  async function presentSessions(tx: Tx, patient: PatientActor): Promise<contract.Session[]> {
    const rows = await sessions.live(tx, 'patient', patient.id);
    return rows.map((row) => ({
      id: row.id,
      userAgent: row.userAgent,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      isCurrent: row.id === patient.sessionId,
    }));
  }

  return {
    sessions: (patient: PatientActor): Promise<contract.Session[]> =>
      db.transaction((tx) => presentSessions(tx, patient)),

    endSession: (context: Context, patient: PatientActor, sessionId: string): Promise<contract.Session[]> =>
      db.transaction(async (tx) => {
        if (!(await sessions.revokeOne(tx, 'patient', patient.id, sessionId))) throw notFound('session');
        const left = await presentSessions(tx, patient);
        await record(tx, context, patient, 'end-session');
        return left;
      }),

    endOtherSessions: (context: Context, patient: PatientActor): Promise<contract.Session[]> =>
      db.transaction(async (tx) => {
        await sessions.revokeOthers(tx, 'patient', patient.id, patient.sessionId);
        const left = await presentSessions(tx, patient);
        await record(tx, context, patient, 'end-other-sessions');
        return left;
      }),
  };
}
