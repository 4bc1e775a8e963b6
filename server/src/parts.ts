import type { Catalogue } from '@duai/algorithms';
import type { Compute } from './adapters/compute/port.ts';
import type { Database, Maintenance } from './adapters/database/port.ts';
import type { IdentityProviders } from './adapters/identity-providers/port.ts';
import type { ModelServers } from './adapters/inference/port.ts';
import type { LocalMailbox, Mailer } from './adapters/mail/port.ts';
import type { MllpSender } from './adapters/mllp/port.ts';
import type { PartialFiles } from './adapters/partials/port.ts';
import type { Queue } from './adapters/queue/port.ts';
import type { SmsSender } from './adapters/sms/port.ts';
import type { Storage } from './adapters/storage/port.ts';
import type { SyslogSender } from './adapters/syslog/port.ts';
import type { WebhookCaller } from './adapters/webhooks/port.ts';
import type { Tasks } from './compute/tasks.ts';
import type { Config } from './config.ts';
import type { Clock } from './core/clock.ts';
import type { Logger } from './core/logger.ts';

export type { Tasks } from './compute/tasks.ts';

/** What every feature is given: ports, never an implementation. `deps.ts` picks those. */
export interface Parts {
  config: Config;
  /** The algorithms that are installed. */
  algorithms: Catalogue;
  clock: Clock;
  log: Logger;
  db: Database;
  /** What the role of `db` may that it should not, or null. */
  databaseRole: { findExcess(): Promise<string | null> };
  maintenance: Maintenance;
  queue: Queue;
  storage: Storage;
  /** Files on their way, in pieces. */
  partials: PartialFiles;
  mailer: Mailer;
  sms: SmsSender;
  /** Where mails and messages go while no gateway is configured. */
  mailbox: LocalMailbox;
  /** Child processes for decoding, analysis and rendering: may take minutes. */
  compute: Compute<Tasks>;
  /** Child processes that wait for answers of other servers. */
  elsewhere: Compute<Tasks>;
  /** Child processes for checks that a request waits for: seconds at most, never behind an analysis; accounts take turns. */
  quick: Compute<Tasks>;
  /** Calls to addresses that institutions chose. */
  webhooks: WebhookCaller;
  /** HL7 v2 messages to addresses that institutions chose. */
  mllp: MllpSender;
  syslog: SyslogSender;
  /** Where institutions' members sign in. */
  identityProviders: IdentityProviders;
  /** Servers that run networks of packages. */
  modelServers: ModelServers;
  /** AES-256 key of this installation: encrypts TOTP secrets and those of webhooks. */
  encryptionKey: Buffer;
}
