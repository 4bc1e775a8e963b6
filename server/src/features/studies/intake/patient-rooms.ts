import type { Tx } from '../../../adapters/database/port.ts';
import { AppError } from '../../../core/app-error.ts';
import { lockByName } from '../../../core/lock-by-name.ts';
import type { Parts } from '../../../parts.ts';
import { findTurn } from '../studies.store.ts';
import { countBytesOfPatient, hasContent } from './intake.store.ts';

const GB = 1024 ** 3;

/** What is left of a patient's room while one submission arrives. */
export interface Room {
  /** @returns false where a file does not fit; then nothing more does, but what the patient has already, which takes no room */
  take(file: { sha256: string; sizeBytes: number }): Promise<boolean>;
  /** Call when the submission has ended: what was stored is counted by its rows. */
  leave(): void;
}

export type PatientRooms = ReturnType<typeof createPatientRooms>;

/** Images of one patient may take `PATIENT_MAX_GB`, so that nobody fills the storage of all. */
export function createPatientRooms({ db, config }: Pick<Parts, 'db' | 'config'>) {
  const most = config.PATIENT_MAX_GB * GB;
  /** Bytes of submissions that are arriving, by patient; two at once share the room. */
  const arriving = new Map<string, number>();

  const full = () => new AppError('ACCOUNT_FULL', { params: { limit: config.PATIENT_MAX_GB } });
  /** Until the transaction ends, so that two at once cannot both take the last room. */
  async function lock(tx: Tx, caseId: string): Promise<void> {
    const turn = await findTurn(tx, { caseId });
    await lockByName(tx, `images of ${turn?.accountId}`);
  }

  return {
    async enter(caseId: string): Promise<Room> {
      const account = (await findTurn(db.drizzle, { caseId }))?.accountId ?? '';
      const stored = await countBytesOfPatient(db.drizzle, caseId);
      let own = 0;
      let isFull = stored >= most;
      return {
        async take({ sha256, sizeBytes }) {
          if (await hasContent(db.drizzle, caseId, { sha256, sizeBytes })) return true;
          const others = arriving.get(account) ?? 0;
          isFull ||= stored + others + sizeBytes > most;
          if (isFull) return false;
          own += sizeBytes;
          arriving.set(account, others + sizeBytes);
          return true;
        },
        leave() {
          const left = (arriving.get(account) ?? 0) - own;
          own = 0;
          if (left > 0) arriving.set(account, left);
          else arriving.delete(account);
        },
      };
    },

    /** Whether the patient has this very file in any case: then it takes no room, and may replace a damaged copy. */
    hasContent: (tx: Tx, caseId: string, file: { sha256: string; sizeBytes: number }): Promise<boolean> =>
      hasContent(tx, caseId, file),

    /**
     * Whether more bytes fit. `wanted` counts, under the lock, what is not stored yet; null where nothing would be added.
     * @throws AppError ACCOUNT_FULL
     */
    async assertRoom(tx: Tx, caseId: string, wanted: () => Promise<number | null>): Promise<void> {
      await lock(tx, caseId);
      const bytes = await wanted();
      if (bytes !== null && (await countBytesOfPatient(tx, caseId)) + bytes > most) throw full();
    },

    /**
     * Call before images are inserted; what it returns throws ACCOUNT_FULL where they took more room than there is. What
     * takes none is let through, however full the account is.
     */
    async measure(tx: Tx, caseId: string): Promise<() => Promise<void>> {
      await lock(tx, caseId);
      const before = await countBytesOfPatient(tx, caseId);
      return async () => {
        const now = await countBytesOfPatient(tx, caseId);
        if (now > before && now > most) throw full();
      };
    },
  };
}
