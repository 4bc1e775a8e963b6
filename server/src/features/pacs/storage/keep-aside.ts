import { LIMITS } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import { newId } from '../../../core/ids.ts';
import type { OtherContent } from '../../scans/index.ts';
import { insertQuarantine } from '../pacs.store.ts';

/** Keeps other content under a known SOP Instance UID for review. @returns whether its study had room for it */
export const keepAside = (tx: Tx, now: Date, other: OtherContent): Promise<boolean> =>
  insertQuarantine(tx, { ...other, id: newId(), receivedAt: now }, LIMITS.quarantinedPerStudy);
