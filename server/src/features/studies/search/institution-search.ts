import type { dicomweb as contract } from '@duai/contract';
import type { Parts } from '../../../parts.ts';
import { attributesOf } from './found-attributes.ts';
import { findKept, findMatching, findScanOf, findStored, type Search, type StoredInstance } from './search.store.ts';

/** An institution's studies as its own systems ask for them: by C-FIND and by QIDO-RS. Who asks is the caller's to check. */
export const createInstitutionSearch = ({ db }: Pick<Parts, 'db'>) => ({
  find: async (search: Search): Promise<contract.DicomJson[]> =>
    (await findMatching(db.drizzle, search)).map((row) => attributesOf(row, search.level)),
  stored: (search: Omit<Search, 'level' | 'offset'>): Promise<StoredInstance[]> => findStored(db.drizzle, search),
  /** Which scan a study is; the newest where several are. */
  scanOf: (institutionId: string, studyInstanceUid: string) => findScanOf(db.drizzle, institutionId, studyInstanceUid),
  kept: (institutionId: string, uids: readonly string[]) => findKept(db.drizzle, institutionId, uids),
});
