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

/** The ports that every feature gets, never implementations. `deps.ts` chooses those. */
export interface Parts {
  config: Config;
  /** The algorithms that are installed. */
  algorithms: Catalogue;
  clock: Clock;
  log: Logger;
  db: Database;
  /** Finds rights of the role of `db` that it should not have, or null. */
  databaseRole: { findExcess(): Promise<string | null> };
  maintenance: Maintenance;
  queue: Queue;
  storage: Storage;
  /** Files that are still being uploaded, in pieces. */
  partials: PartialFiles;
  mailer: Mailer;
  sms: SmsSender;
  /** Takes mails and messages while no gateway is configured. */
  mailbox: LocalMailbox;
  /** Child processes for decoding, analysis and rendering, which may take minutes. */
  compute: Compute<Tasks>;
  /** Child processes that wait for other servers. */
  elsewhere: Compute<Tasks>;
  /**
   * Child processes for checks during a request: they take seconds at most, never wait for an analysis, and accounts
   * take turns.
   */
  quick: Compute<Tasks>;
  /** Calls to addresses that institutions entered. */
  webhooks: WebhookCaller;
  /** HL7 v2 messages to addresses that institutions entered. */
  mllp: MllpSender;
  syslog: SyslogSender;
  /** OpenID providers at which members of institutions sign in. */
  identityProviders: IdentityProviders;
  /** Other servers that run the networks of packages. */
  modelServers: ModelServers;
  /** AES-256 key of this installation, which encrypts the secrets of TOTP and webhooks. */
  encryptionKey: Buffer;
}
