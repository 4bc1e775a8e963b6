import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isLoopbackName } from './core/network/loopback.ts';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const port = z.coerce.number().int().min(0).max(65535);

const listed = (list: string): string[] =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** Parses `name=value,…`. */
const namesWithValues = (list: string): ReadonlyMap<string, string> =>
  new Map(
    listed(list).map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
    }),
  );

/** The long value makes sure that whoever sets it has read it. */
const OPEN_TO_THE_NETWORK = 'yes-everybody-who-reaches-this-address-may-sign-in-and-read-all-mail';

/** The value confirms that mails (reset links, news of reports and of late cases) only go to files. */
const MAILS_TO_FILES = 'yes-nobody-receives-any-mail';

/** The value confirms that no phone can be verified and that news by SMS only goes to files. */
const SMS_TO_FILES = 'yes-nobody-receives-any-text-message';

/** What a gateway gives back: a printed report would show the changed identity that the images were sent with. */
const GATEWAY_RESULTS = ['structured-report', 'segmentation', 'secondary-capture', 'presentation-state'] as const;

/**
 * Every setting with its rule, default and description. No other code reads process.env. docs/operations.md lists the
 * same names; a test compares the two.
 */
export const settings = {
  // -- where it runs --
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('production has no demo accounts and no mailbox page, and needs an https PUBLIC_URL'),
  HOST: z.string().default('127.0.0.1').describe('address the web server listens on'),
  PORT: port.default(3000).describe('port of the web server; 0 picks a free one'),
  PUBLIC_URL: z.url().optional().describe('address under which readers reach the site; links in mails begin with it'),
  DUAI_ROLE: z.enum(['all', 'web', 'worker', 'dicom', 'gateway']).default('all').describe('what this process does'),
  DUAI_DATA_DIR: z
    .string()
    .default('.data')
    .transform((path) => resolve(path))
    .describe('directory of the embedded database, the files, the local mailbox and the installation key'),
  DUAI_DEMO: flag
    .optional()
    .describe('make demo accounts and the sample institution when the database is empty; on unless in production'),
  ALLOW_DEMO_ON_NETWORK: z
    .enum([OPEN_TO_THE_NETWORK])
    .optional()
    .describe(`let others than this machine reach demo accounts and mailbox page: \`${OPEN_TO_THE_NETWORK}\``),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('least severe line that is logged'),
  TRUST_PROXY: z
    .union([flag.transform(Number), z.coerce.number().int().min(0).max(10)])
    .default(0)
    .describe('reverse proxies in front, whose X-Forwarded-* is believed: a number, or true for one'),
  LAST_REQUESTS_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3600)
    .default(30)
    .describe('how long uploads and other requests on their way may go on when the server is asked to end'),
  // -- database --
  DATABASE_URL: z
    .string()
    .startsWith('postgres')
    .optional()
    .describe('PostgreSQL 15 or newer; without it the embedded PostgreSQL is started'),
  DATABASE_MAINTENANCE_URL: z
    .string()
    .startsWith('postgres')
    .optional()
    .describe('the same database under the role that owns the tables: migrations and the nightly rewrite'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12).describe('connections of one process'),
  BACKUP_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3650)
    .default(35)
    .describe('days after which the last backup of the database is destroyed; named in proofs of erasure'),
  // -- files --
  S3_BUCKET: z
    .string()
    .min(1)
    .optional()
    .describe('bucket of an S3-compatible server; without it files lie in the data directory'),
  S3_ENDPOINT: z.url().optional().describe('its address, where it is not the provider’s default'),
  S3_REGION: z.string().default('us-east-1').describe('its region'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('its access key'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('its secret key'),
  FILE_CHECK_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe('within so many days every stored file is read and checked, a share each night'),
  STUDY_MAX_INSTANCES: z.coerce
    .number()
    .int()
    .min(1)
    .default(20_000)
    .describe('instances (files) of one study of an institution; more are refused'),
  PATIENT_MAX_GB: z.coerce
    .number()
    .positive()
    .default(200)
    .describe('gigabytes of images of one patient, in all cases; more are refused'),
  // -- mail and SMS --
  SMTP_URL: z
    .string()
    .startsWith('smtp')
    .optional()
    .describe('smtp:// or smtps:// with user and password; without it mails go to the local mailbox'),
  MAILS_TO_FILES: z
    .enum([MAILS_TO_FILES])
    .optional()
    .describe(`let production run without SMTP_URL, mails are only written to files: \`${MAILS_TO_FILES}\``),
  MAIL_FROM: z.string().default('DUAI <no-reply@duai.example>').describe('sender of mails'),
  CONTACT_EMAIL: z.email().default('hello@duai.example').describe('where to write; named in mails, receives replies'),
  OPERATORS_EMAIL: z
    .email()
    .default('operators@duai.example')
    .describe('where new trial applications are announced, and unclaimed cases while there is no operator'),
  SMS_GATEWAY_URL: z
    .url()
    .optional()
    .describe('HTTP gateway that takes { to, text }; without it messages go to the local mailbox'),
  SMS_TO_FILES: z
    .enum([SMS_TO_FILES])
    .optional()
    .describe(`let production run without SMS_GATEWAY_URL, messages are only written to files: \`${SMS_TO_FILES}\``),
  SMS_GATEWAY_TOKEN: z.string().optional().describe('its bearer token'),
  LOCAL_MAILBOX_PAGE: flag
    .optional()
    .describe('show /dev/mailbox; by default while no SMTP is configured, in production never'),
  // -- webhooks --
  WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform(listed)
    .describe('hosts (or host:port), comma-separated, that webhooks may call although they are private or have no TLS'),
  // -- single sign-on --
  SSO_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform(listed)
    .describe('hosts (or host:port), comma-separated, of OpenID providers that may be private or have no TLS'),
  // -- FHIR --
  FHIR_KEYS_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform(listed)
    .describe('hosts (or host:port), comma-separated, of record systems’ keys that may be private or have no TLS'),
  // -- algorithms on other servers --
  MODEL_SERVERS: z
    .string()
    .default('')
    .transform(namesWithValues)
    .refine(
      (servers) => [...servers.values()].every((address) => URL.canParse(address)),
      'name=address, comma-separated',
    )
    .describe('servers that packages name, comma-separated: name=https://address'),
  MODEL_SERVER_TOKENS: z
    .string()
    .default('')
    .transform(namesWithValues)
    .describe('their bearer tokens, comma-separated: name=token'),
  MODEL_SERVER_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform(listed)
    .describe('hosts (or host:port) among them, comma-separated, that may be private or have no TLS'),
  // -- PACS --
  DICOM_HOST: z.string().default('127.0.0.1').describe('address that DICOM associations are accepted on'),
  DICOM_AE_TITLE: z
    .string()
    .regex(/^[A-Z0-9_-]{1,16}$/)
    .default('DUAI')
    .describe('how this server is called in DICOM associations'),
  DICOM_TLS_PORT: port.optional().describe('port for associations over TLS; without it there are none (2762 is usual)'),
  DICOM_TLS_KEY_FILE: z.string().min(1).optional().describe('its private key, a file in PEM'),
  DICOM_TLS_CERT_FILE: z.string().min(1).optional().describe('its certificate, a file in PEM'),
  DICOM_PLAIN_PORT: port
    .optional()
    .describe(
      'port for associations without encryption, for a network of your own or a tunnel; without it there are none',
    ),
  DICOM_QUIET_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3600)
    .default(60)
    .describe('a study that a PACS sends is analysed when nothing of it came for so long'),
  // -- gateway: a machine of a hospital, DUAI_ROLE=gateway --
  GATEWAY_SERVICE_URL: z.url().optional().describe('https address of the service that studies are sent to'),
  GATEWAY_API_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('file with the institution’s API key; scopes scans:read and scans:write'),
  GATEWAY_SOURCES: z
    .string()
    .default('')
    .transform(listed)
    .describe('systems that may send studies to the gateway: TITLE@address, comma-separated'),
  GATEWAY_ARCHIVE: z.string().optional().describe('where results go by C-STORE: TITLE@host:port; without it nowhere'),
  GATEWAY_RESULTS: z
    .string()
    .default('structured-report,segmentation')
    .transform(listed)
    .pipe(z.array(z.enum(GATEWAY_RESULTS)))
    .describe(`which results go there, comma-separated, of: ${GATEWAY_RESULTS.join(', ')}`),
  GATEWAY_PRIORS: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('so many earlier studies of the same patient are fetched from the archive at most; 0: none'),
  GATEWAY_PRIORS_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(1825)
    .describe('earlier studies are no older than so many days before the study'),
  GATEWAY_PRIORS_LIKE: z
    .enum(['any', 'modality', 'modality-and-part'])
    .default('modality')
    .describe('what an earlier study has in common with it: any, modality, modality-and-part (of the body)'),
  GATEWAY_STATUS_PORT: port
    .default(8190)
    .describe('port of the gateway’s status page on this machine; 0 picks a free one'),
  // -- work in the background --
  WORKER_PROCESSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(Math.max(1, Math.min(2, cpus().length - 1)))
    .describe('child processes for decoding and analysis'),
  WORKER_MEMORY_MB: z.coerce.number().int().min(256).default(1536).describe('memory limit of one of them'),
  TASK_TIMEOUT_SECONDS: z.coerce.number().int().min(5).default(300).describe('after which an analysis is stopped'),
  // -- protection --
  ENCRYPTION_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe('32 bytes in hex; without it a key is made in the data directory'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('bearer token for /metrics; without it the page is there in development only'),
  AUTH_RATE_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(20)
    .describe('sign-in, registration and reset calls a minute and address'),
  // -- tests --
  CLOCK_OFFSET_FILE: z
    .string()
    .min(1)
    .transform((path) => resolve(path))
    .optional()
    .describe('file with the milliseconds by which this server’s time is moved, for tests; refused in production'),
} as const;

const schema = z.object(settings);
type Given = z.output<typeof schema>;
export interface Config extends Given {
  DUAI_DEMO: boolean;
  LOCAL_MAILBOX_PAGE: boolean;
}

/** Defaults that depend on the mode (NODE_ENV). */
function withMode(given: Given): Config {
  const isProduction = given.NODE_ENV === 'production';
  return {
    ...given,
    DUAI_DEMO: given.DUAI_DEMO ?? !isProduction,
    LOCAL_MAILBOX_PAGE: given.LOCAL_MAILBOX_PAGE ?? (!isProduction && !given.SMTP_URL),
  };
}

/** Checks rules between several settings. */
function problemsOf(config: Config): string[] {
  const problems: string[] = [];
  if (config.S3_BUCKET && !(config.S3_ACCESS_KEY_ID && config.S3_SECRET_ACCESS_KEY))
    problems.push('S3_BUCKET: needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  if (config.DICOM_TLS_PORT !== undefined && !(config.DICOM_TLS_KEY_FILE && config.DICOM_TLS_CERT_FILE))
    problems.push('DICOM_TLS_PORT: needs DICOM_TLS_KEY_FILE and DICOM_TLS_CERT_FILE');
  if (config.SMS_GATEWAY_URL && !config.SMS_GATEWAY_TOKEN) problems.push('SMS_GATEWAY_URL: needs SMS_GATEWAY_TOKEN');
  // The gateway has no pages, mails or database; it checks its own settings when it starts.
  if (config.DUAI_ROLE === 'gateway') return problems;
  if (config.NODE_ENV === 'production') return [...problems, ...problemsOfProduction(config)];
  const isOpen =
    config.ALLOW_DEMO_ON_NETWORK === OPEN_TO_THE_NETWORK ||
    config.DUAI_ROLE === 'worker' ||
    config.DUAI_ROLE === 'dicom';
  const shown = [config.DUAI_DEMO && 'DUAI_DEMO', config.LOCAL_MAILBOX_PAGE && 'LOCAL_MAILBOX_PAGE'].filter(Boolean);
  if (!isOpen && shown.length > 0 && !isLoopbackName(config.HOST))
    problems.push(
      `HOST: ${config.HOST} can be reached from the network, and with it demo accounts or everybody’s mail. Set NODE_ENV=production, or ${shown.map((name) => `${name}=false`).join(' and ')}, or ALLOW_DEMO_ON_NETWORK=${OPEN_TO_THE_NETWORK}`,
    );
  return problems;
}

function problemsOfProduction(config: Config): string[] {
  const problems: string[] = [];
  if (!config.PUBLIC_URL?.startsWith('https://'))
    problems.push('PUBLIC_URL: production needs the https address of the site; links in mails begin with it');
  if (config.DUAI_DEMO) problems.push('DUAI_DEMO: production has no demo accounts');
  if (config.LOCAL_MAILBOX_PAGE) problems.push('LOCAL_MAILBOX_PAGE: production has no mailbox page');
  if (config.ALLOW_DEMO_ON_NETWORK) problems.push('ALLOW_DEMO_ON_NETWORK: production has no demo accounts');
  if (!config.SMTP_URL && !config.MAILS_TO_FILES)
    problems.push(
      `SMTP_URL: production needs a mail server; without one nobody gets a reset link, the news of a report or of a late case. To run without it set MAILS_TO_FILES=${MAILS_TO_FILES}`,
    );
  if (!config.SMS_GATEWAY_URL && !config.SMS_TO_FILES)
    problems.push(
      `SMS_GATEWAY_URL: production needs a gateway for text messages; without one nobody gets the code that confirms a phone, nor news by SMS. To run without it set SMS_TO_FILES=${SMS_TO_FILES}`,
    );
  if (config.CLOCK_OFFSET_FILE)
    problems.push('CLOCK_OFFSET_FILE: sessions and trials end by the true time in production');
  return problems;
}

const notValid = (problems: readonly string[]) =>
  new Error(`These settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);

/** Reads and checks all settings. @throws Error that lists every problem */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.keys(settings).map((name) => [name, env[name] === '' ? undefined : env[name]]),
  );
  const result = schema.safeParse(given);
  if (!result.success) throw notValid(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  const config = withMode(result.data);
  const problems = problemsOf(config);
  if (problems.length > 0) throw notValid(problems);
  return config;
}
