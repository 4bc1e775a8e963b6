import { panels as contract } from '@duai/contract';
import type { StaffActor } from '../../../core/actor.ts';
import type { Parts } from '../../../parts.ts';
import * as store from './panels.store.ts';

/** How wide and high the panels of the reading page are; each radiologist has their own. */
export const createPanels = ({ db, clock }: Pick<Parts, 'db' | 'clock'>) => ({
  find: async (staff: StaffActor): Promise<contract.Panels> =>
    (await store.findPanels(db.drizzle, staff.id)) ?? contract.USUAL_PANELS,
  save: async (staff: StaffActor, kept: contract.Panels): Promise<contract.Panels> => {
    await store.savePanels(db.drizzle, { staffId: staff.id, panels: kept, updatedAt: clock.now() });
    return kept;
  },
});
