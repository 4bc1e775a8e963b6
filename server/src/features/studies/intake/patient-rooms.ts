import type { Tx } from '../../../adapters/database/port.ts';
import { AppError } from '../../../core/app-error.ts';
import { lockByName } from '../../../core/lock-by-name.ts';
import type { Parts } from '../../../parts.ts';
import { findTurn } from '../studies.store.ts';
import { countBytesOfPatient } from './intake.store.ts';

const GB = 1024 ** 3;

/** What is left of a patient's room while one submission arrives. */
export interface Room {
  /** @returns false where so many bytes do not fit; then nothing more does */
  take(bytes: number): boolean;
  isFull(): boolean;
  /** Call when the submission has ended: what was stored is counted by its rows. */
  leave(): void;
}

export type PatientRooms = ReturnType<typeof createPatientRooms>;

/** Images of one patient may take `PATIENT_MAX_GB`, so that nobody fills the storage of all. */
export function createPatientRooms({ db, config }: Pick<Parts, 'db' | 'config'>) {
  const most = config.PATIENT_MAX_GB * GB;
  /** Bytes of submissions that are arriving, by patient; two at once share the room. */
  const arriving = new Map<string, number>();

  return {
    async enter(caseId: string): Promise<Room> {
      const account = (await findTurn(db.drizzle, { caseId }))?.accountId ?? '';
      const stored = await countBytesOfPatient(db.drizzle, caseId);
      let own = 0;
      let isFull = stored >= most;
      return {
        take(bytes) {
          const others = arriving.get(account) ?? 0;
          isFull ||= stored + others + bytes > most;
          if (isFull) return false;
          own += bytes;
          arriving.set(account, others + bytes);
          return true;
        },
        isFull: () => isFull,
        leave() {
          const left = (arriving.get(account) ?? 0) - own;
          own = 0;
          if (left > 0) arriving.set(account, left);
          else arriving.delete(account);
        },
      };
    },

    /**
     * Under a lock, so that two transactions at once cannot both take the last room. `besides` counts, under the lock too,
     * bytes that are not stored yet. @throws AppError ACCOUNT_FULL
     */
    async assertRoom(tx: Tx, caseId: string, besides: () => Promise<number> = async () => 0): Promise<void> {
      const turn = await findTurn(tx, { caseId });
      await lockByName(tx, `images of ${turn?.accountId}`);
      if ((await countBytesOfPatient(tx, caseId)) + (await besides()) > most)
        throw new AppError('ACCOUNT_FULL', { params: { limit: config.PATIENT_MAX_GB } });
    },
  };
}
