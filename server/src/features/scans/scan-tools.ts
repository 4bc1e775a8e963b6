import type { scans as contract } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { ApiKeyActor, InstitutionActor, StaffActor } from '../../core/actor.ts';
import type { Parts } from '../../parts.ts';
import type { Analyses } from '../analyses/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Billing } from '../billing/index.ts';
import type { Institutions } from '../institutions/index.ts';
import type { Studies } from '../studies/index.ts';

/** Other content under the SOP Instance UID of an instance that is here. */
export interface OtherContent {
  institutionId: string;
  scanId: string;
  sopInstanceUid: string;
  dataSetSha256: string;
  sha256: string;
  sizeBytes: number;
  way: contract.ArrivalWay;
  /** The system, by C-STORE alone. */
  peerId: string | null;
  /** What the system, the key or the member is called. */
  sender: string | null;
}

/** Dependencies that the parts of this feature share. */
export interface ScanTools extends Pick<Parts, 'db' | 'clock' | 'queue' | 'storage' | 'compute' | 'config'> {
  audit: Audit;
  studies: Studies;
  analyses: Analyses;
  institutions: Institutions;
  billing: Billing;
  /** Puts other content into quarantine, once. @returns whether its study had room for it */
  keepAside(tx: Tx, other: OtherContent): Promise<boolean>;
  /** Deletes quarantined instances of a scan. @returns SHA-256 of their files */
  removeKeptAside(tx: Tx, scanId: string): Promise<string[]>;
  /** How many instances of a scan are kept aside. */
  countKeptAside(tx: Tx, scanId: string): Promise<number>;
  /** Forgets the order of a scan. @returns the accession number that came from it; null where none did */
  forgetOrder(tx: Tx, scanId: string): Promise<string | null>;
  /** What a member, an operator or a key is called. */
  nameOf(tx: Tx, actor: InstitutionActor | StaffActor | ApiKeyActor): Promise<string>;
}
