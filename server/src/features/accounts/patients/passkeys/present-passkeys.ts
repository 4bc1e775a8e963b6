import type { passkeys as contract } from '@duai/contract';
import type { Tx } from '../../../../adapters/database/port.ts';
import type { Context } from '../../../../core/actor.ts';
import { findPasskeys, type Queries } from './passkeys.store.ts';

/** Writes an audit row for an action on a patient's passkeys. */
export type RecordPasskey = (
  tx: Tx,
  context: Context,
  patientId: string,
  action: string,
  outcome?: 'refused',
) => Promise<void>;

export const presentPasskeys = async (on: Queries, patientId: string): Promise<contract.Passkey[]> =>
  (await findPasskeys(on, patientId)).map(({ id, name, createdAt, lastUsedAt, isBackedUp }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isBackedUp,
  }));
