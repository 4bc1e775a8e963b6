import type { hangings as contract } from '@duai/contract';
import type { StaffActor } from '../../../core/actor.ts';
import type { Parts } from '../../../parts.ts';
import * as store from './hangings.store.ts';

/** Arrangements of images by modality and part of the body; each radiologist has their own. */
export const createHangings = ({ db, clock }: Pick<Parts, 'db' | 'clock'>) => ({
  list: (staff: StaffActor): Promise<contract.Hanging[]> => store.findHangings(db.drizzle, staff.id),
  save: async (staff: StaffActor, hangings: contract.Hanging[]): Promise<contract.Hanging[]> => {
    await store.saveHangings(db.drizzle, { staffId: staff.id, hangings, updatedAt: clock.now() });
    return hangings;
  },
});
