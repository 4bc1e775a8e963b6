import type { dicomweb as contract } from '@duai/contract';
import type { Parts } from '../../../parts.ts';
import { attributesOf } from './found-attributes.ts';
import { findKept, findMatching, findScanOf, findStored, type Search, type StoredInstance } from './search.store.ts';

/** Search of an institution's studies by its own systems, by C-FIND and QIDO-RS. The caller checks the access rights. */
export const createInstitutionSearch = ({ db }: Pick<Parts, 'db'>) => ({
  find: async (search: Search): Promise<contract.DicomJson[]> =>
    (await findMatching(db.drizzle, search)).map((row) => attributesOf(row, search.level)),
  stored: (search: Omit<Search, 'level' | 'offset'>): Promise<StoredInstance[]> => findStored(db.drizzle, search),
  /** The scan that a study belongs to; the newest where there are several. */
  scanOf: (institutionId: string, studyInstanceUid: string) => findScanOf(db.drizzle, institutionId, studyInstanceUid),
  kept: (institutionId: string, uids: readonly string[]) => findKept(db.drizzle, institutionId, uids),
});
