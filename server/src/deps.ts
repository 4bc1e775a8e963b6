import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOGUE, type Catalogue } from '@duai/algorithms';
import { given } from '@duai/contract';
import { createCompute } from './adapters/compute/child-processes.ts';
import { PROCESSES_ELSEWHERE } from './adapters/compute/port.ts';
import { connectDatabase } from './adapters/database/connect.ts';
import { type EmbeddedOptions, startEmbeddedPostgres } from './adapters/database/embedded.ts';
import { migrate } from './adapters/database/migrate.ts';
import { createMaintenance } from './adapters/database/rewrite.ts';
import { type ApplicationRole, findExcessOfRole, prepareApplicationRole } from './adapters/database/roles.ts';
import { createSockets, type Sockets } from './adapters/database/sockets.ts';
import { createOpenIdProviders } from './adapters/identity-providers/open-id.ts';
import { assertModelReady } from './adapters/inference/kserve.ts';
import { createLocalMailbox } from './adapters/mail/mailbox.ts';
import { createSmtpMailer } from './adapters/mail/smtp.ts';
import { createMllpSender } from './adapters/mllp/tcp.ts';
import { openPartials } from './adapters/partials/open-partials.ts';
import { createPgBossQueue } from './adapters/queue/pg-boss.ts';
import { createHttpGateway } from './adapters/sms/http-gateway.ts';
import { createMailboxSms } from './adapters/sms/mailbox.ts';
import { createDirectoryStorage } from './adapters/storage/directory.ts';
import type { FileStore } from './adapters/storage/port.ts';
import { createS3Storage } from './adapters/storage/s3.ts';
import { createSharedFiles } from './adapters/storage/shared-files.ts';
import { claimStagingPlace } from './adapters/storage/staging-place.ts';
import { createSyslogSender } from './adapters/syslog/tls.ts';
import { createHttpWebhooks } from './adapters/webhooks/http.ts';
import type { Tasks } from './compute/tasks.ts';
import type { Config } from './config.ts';
import { createMovableClock, systemClock } from './core/clock.ts';
import { createLogger, type Logger } from './core/logger.ts';
import { shutDataDirectory } from './data-directory.ts';
import type { Parts } from './parts.ts';

export interface Opened {
  parts: Parts;
  /** Call when the start is complete: from now on aborting `signal` no longer cuts database connections. */
  whenStarted(): void;
  /** Call before the end: from now on a database that is down or silent is waited for only briefly. */
  beforeEnd(): void;
  close(): Promise<void>;
}

const TASKS = join(import.meta.dirname, 'compute', 'tasks.ts');
const INSTALLED = { catalogue: CATALOGUE, tasks: TASKS };
const MIGRATIONS = join(import.meta.dirname, '..', 'migrations');
/** Memory of a checker. A check reads only a header; a file that needs more is refused. */
const QUICK_MEMORY_MB = 768;
/** At least two, so that one account never occupies them all. */
const FEWEST_CHECKERS = 2;

export interface OpenOptions extends Pick<EmbeddedOptions, 'whenRunning'> {
  log?: Logger | undefined;
  /** Replaces the installed algorithms in tests; `tasks` is the module through which child processes run them. */
  algorithms?: { catalogue: Catalogue; tasks: string } | undefined;
  /** False in tests: scheduled jobs run only where they are asked for, whatever time it is. */
  keepsTime?: boolean | undefined;
  /** In tests: idle processes of an entry and a memory limit, which outlive a server and serve the next. */
  lendProcesses?: ((entry: string, memoryLimitMb: number) => ChildProcess[]) | undefined;
  /** Aborting it stops the opening and closes everything opened so far. */
  signal?: AbortSignal | undefined;
}

/**
 * Chooses the real adapters; the only place that does, by configuration alone. `close` closes them in reverse order.
 * Commands share a running database.
 */
export async function openParts(
  config: Config,
  {
    log = createLogger(config.LOG_LEVEL),
    whenRunning,
    signal,
    algorithms = INSTALLED,
    keepsTime,
    lendProcesses,
  }: OpenOptions = {},
): Promise<Opened> {
  const closers: (() => Promise<void>)[] = [];
  const sockets = createSockets();
  const closed = new AbortController();
  const close = async () => {
    for (const closer of closers.reverse()) await closer();
    closed.abort();
  };
  // When asked to end during the start, the database is not waited for, because nothing was acknowledged yet.
  signal?.addEventListener('abort', sockets.cut);
  try {
    await shutDataDirectory(config.DUAI_DATA_DIR, log);
    const staging = await claimStagingPlace(join(config.DUAI_DATA_DIR, 'staging'), log);
    closers.push(() => staging.release());
    let databaseUrl = config.DATABASE_URL;
    let maintenanceUrl = config.DATABASE_MAINTENANCE_URL;
    let role: ApplicationRole | undefined;
    if (!databaseUrl) {
      const embedded = await startEmbeddedPostgres({
        dataDir: join(config.DUAI_DATA_DIR, 'database'),
        log,
        whenRunning,
        signal,
      });
      closers.push(() => embedded.stop());
      ({ url: databaseUrl, maintenanceUrl, role } = embedded);
    }
    signal?.throwIfAborted();
    await prepareDatabase({ databaseUrl, maintenanceUrl, role, log, sockets });
    signal?.throwIfAborted();
    const db = await connectDatabase(databaseUrl, { max: config.DATABASE_POOL, log, sockets });
    closers.push(() => db.close());
    const excess = await findExcessOfRole(db);
    if (excess) log.warn(`the role of the application ${excess}: see DATABASE_MAINTENANCE_URL`);

    const queue = createPgBossQueue({
      url: databaseUrl,
      db,
      log,
      createSchema: maintenanceUrl === undefined,
      keepsTime,
      sockets,
    });
    closers.push(() => queue.stop());
    const createPool = (entry: string, memoryLimitMb: number, size: number) =>
      createCompute<Tasks>({ entry, size, memoryLimitMb, log, lent: lendProcesses?.(entry, memoryLimitMb) });
    const compute = createPool(algorithms.tasks, config.WORKER_MEMORY_MB, config.WORKER_PROCESSES);
    const elsewhere = createPool(algorithms.tasks, config.WORKER_MEMORY_MB, PROCESSES_ELSEWHERE);
    const quick = createPool(TASKS, QUICK_MEMORY_MB, Math.max(FEWEST_CHECKERS, config.WORKER_PROCESSES));
    closers.push(
      () => compute.close(),
      () => elsewhere.close(),
      () => quick.close(),
    );

    const mailbox = createLocalMailbox(join(config.DUAI_DATA_DIR, 'mailbox'));
    const clock = config.CLOCK_OFFSET_FILE ? createMovableClock(config.CLOCK_OFFSET_FILE) : systemClock;
    const parts: Parts = {
      config,
      algorithms: algorithms.catalogue,
      clock,
      log,
      db,
      databaseRole: { findExcess: () => findExcessOfRole(db) },
      maintenance: createMaintenance({ url: maintenanceUrl ?? databaseUrl, log }),
      queue,
      compute,
      elsewhere,
      quick,
      storage: createSharedFiles({ files: openFileStore(config, staging.dir), db, clock, log }),
      partials: openPartials({ dir: join(config.DUAI_DATA_DIR, 'partials'), s3: s3Settings(config) }),
      mailer: config.SMTP_URL
        ? createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM, replyTo: config.CONTACT_EMAIL })
        : mailbox,
      sms: config.SMS_GATEWAY_URL
        ? createHttpGateway({
            url: config.SMS_GATEWAY_URL,
            token: given(config.SMS_GATEWAY_TOKEN, 'SMS_GATEWAY_TOKEN'),
          })
        : createMailboxSms(mailbox),
      mailbox,
      webhooks: createHttpWebhooks({ allowedHosts: config.WEBHOOK_ALLOWED_HOSTS }),
      mllp: createMllpSender(),
      syslog: createSyslogSender(),
      identityProviders: createOpenIdProviders({ allowedHosts: config.SSO_ALLOWED_HOSTS }),
      modelServers: { assertReady: assertModelReady },
      encryptionKey: await installationKey(config),
    };
    const url = databaseUrl;
    return {
      parts,
      whenStarted: () => signal?.removeEventListener('abort', sockets.cut),
      beforeEnd: () => void sockets.cutWhenSilent(url, closed.signal),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Runs migrations and grants the rights of the application's role, as the owner of the tables where that is a separate
 * role.
 */
async function prepareDatabase({
  databaseUrl,
  maintenanceUrl = databaseUrl,
  role,
  log,
  sockets,
}: {
  databaseUrl: string;
  maintenanceUrl: string | undefined;
  role: ApplicationRole | undefined;
  log: Logger;
  sockets: Sockets;
}): Promise<void> {
  const owner = await connectDatabase(maintenanceUrl, { max: 2, log, sockets });
  try {
    await migrate(owner, MIGRATIONS);
    const name = role?.name ?? decodeURIComponent(new URL(databaseUrl).username);
    if (maintenanceUrl !== databaseUrl) await prepareApplicationRole(owner, role ?? { name });
  } finally {
    await owner.close();
  }
}

function openFileStore(config: Config, stagingDir: string): FileStore {
  const s3 = s3Settings(config);
  if (!s3) return createDirectoryStorage({ dir: join(config.DUAI_DATA_DIR, 'files'), stagingDir });
  return createS3Storage({ ...s3, stagingDir });
}

const s3Settings = (config: Config) =>
  config.S3_BUCKET
    ? {
        bucket: config.S3_BUCKET,
        endpoint: config.S3_ENDPOINT,
        region: config.S3_REGION,
        accessKeyId: given(config.S3_ACCESS_KEY_ID, 'S3_ACCESS_KEY_ID'),
        secretAccessKey: given(config.S3_SECRET_ACCESS_KEY, 'S3_SECRET_ACCESS_KEY'),
      }
    : undefined;

/** The key in ENCRYPTION_KEY, or one generated once in the data directory. Several machines must share one by the setting. */
async function installationKey(config: Config): Promise<Buffer> {
  if (config.ENCRYPTION_KEY) return Buffer.from(config.ENCRYPTION_KEY, 'hex');
  const path = join(config.DUAI_DATA_DIR, 'installation.key');
  try {
    // Fails when the file exists, so that two processes that start at once use the same key.
    await writeFile(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from(await readFile(path, 'utf8'), 'hex');
}
