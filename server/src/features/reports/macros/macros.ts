import type { macros as contract } from '@duai/contract';
import type { StaffActor } from '../../../core/actor.ts';
import type { Parts } from '../../../parts.ts';
import * as store from './macros.store.ts';

/** Text blocks that a radiologist inserts by a short name. Each radiologist has their own. */
export const createMacros = ({ db, clock }: Pick<Parts, 'db' | 'clock'>) => ({
  list: (staff: StaffActor): Promise<contract.Macro[]> => store.findMacros(db.drizzle, staff.id),
  save: async (staff: StaffActor, macros: contract.Macro[]): Promise<contract.Macro[]> => {
    await store.saveMacros(db.drizzle, { staffId: staff.id, macros, updatedAt: clock.now() });
    return macros;
  },
});
