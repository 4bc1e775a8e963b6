import { internationalPhone } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import * as store from './patients.store.ts';

/** What of a patient lies in tables that know no patient: they serve all three realms and have no foreign key. */
export function createPatientTraces() {
  return {
    /** Locks the account against everything that would add to it. @throws AppError NOT_FOUND where it is gone */
    lock: store.lockPatient,

    /** Every address and number that a message went to, earlier ones too. */
    async recipients(on: store.Reads, id: string): Promise<string[]> {
      const { email, phone } = await store.byId(on, id);
      const phones = phone ? [phone, internationalPhone(phone) ?? phone] : [];
      return [...new Set([email, ...phones, ...(await store.findLinkAddresses(on, id))])];
    },

    sessionsOf: store.findSessions,

    /** Part of an erasure. @returns how many rows, by table */
    async erase(tx: Tx, id: string): Promise<Record<string, number>> {
      return { sessions: await store.deleteSessions(tx, id), link_tokens: await store.deleteLinks(tx, id) };
    },
  };
}
