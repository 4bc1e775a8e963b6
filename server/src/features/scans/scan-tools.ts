import type { Tx } from '../../adapters/database/port.ts';
import type { InstitutionActor, StaffActor } from '../../core/actor.ts';
import type { Parts } from '../../parts.ts';
import type { Analyses } from '../analyses/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Billing } from '../billing/index.ts';
import type { Institutions } from '../institutions/index.ts';
import type { Studies } from '../studies/index.ts';

/** Dependencies that the parts of this feature share. */
export interface ScanTools extends Pick<Parts, 'db' | 'clock' | 'queue' | 'storage' | 'compute' | 'config'> {
  audit: Audit;
  studies: Studies;
  analyses: Analyses;
  institutions: Institutions;
  billing: Billing;
  /** Deletes quarantined instances of a scan. @returns SHA-256 of their files */
  removeKeptAside(tx: Tx, scanId: string): Promise<string[]>;
  /** Forgets the order of a scan. @returns the accession number that came from it; null where none did */
  forgetOrder(tx: Tx, scanId: string): Promise<string | null>;
  /** What a member or an operator is called. */
  nameOf(actor: InstitutionActor | StaffActor): Promise<string>;
}
