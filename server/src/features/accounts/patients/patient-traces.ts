import { internationalPhone } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import * as store from './patients.store.ts';

/** A patient's rows in tables that serve all three realms and therefore have no foreign key to patients. */
export function createPatientTraces() {
  return {
    /** Locks the account so that nothing can be added to it. @throws AppError NOT_FOUND where it does not exist */
    lock: store.lockPatient,

    /** Every address and number of the patient that a message went to, including earlier ones. */
    async recipients(on: store.Reads, id: string): Promise<string[]> {
      const { email, phone } = await store.byId(on, id);
      const phones = phone ? [phone, internationalPhone(phone) ?? phone] : [];
      return [...new Set([email, ...phones, ...(await store.findLinkAddresses(on, id))])];
    },

    sessionsOf: store.findSessions,

    /** Deletes sessions and links as part of an erasure. @returns how many rows, by table */
    async erase(tx: Tx, id: string): Promise<Record<string, number>> {
      return { sessions: await store.deleteSessions(tx, id), link_tokens: await store.deleteLinks(tx, id) };
    },
  };
}
