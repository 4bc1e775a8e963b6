import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import {
  accountSettings,
  accounts,
  CONSENT_PURPOSES,
  CONSENT_VERSION,
  cases,
  type Endpoint,
  internationalPhone,
} from '@duai/contract';
import { generate } from 'otplib';
import { createHttpClient, type HttpClient } from '../../../scripts/http-client.ts';
import { temporaryDirectory, waitFor } from '../../../scripts/instance.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../core/logger.ts';
import type { OpenOptions } from '../deps.ts';
import { type Running, start } from '../start.ts';
import { createTestDatabase } from './database.ts';

export interface TestServer extends Running {
  logLines: string[];
  dataDir: string;
  endpoints: Endpoint[];
  client(): HttpClient;
  /** A new patient, signed in, with address and phone verified unless told otherwise. */
  patient(options?: {
    isVerified?: boolean;
    email?: string;
    preferredNotification?: 'email' | 'sms' | 'both';
    phone?: string;
  }): Promise<HttpClient & { email: string }>;
  staff(role: 'radiologist' | 'operator'): Promise<HttpClient>;
  /** The token of the newest link to that page that was mailed to an address. */
  mailedToken(to: string, page: string): Promise<string>;
  /** The code in the newest SMS to a phone. */
  phoneCode(phone: string): Promise<string>;
  openCase(patient: HttpClient, modality?: 'CT' | 'X-Ray'): Promise<string>;
  waitForDraft(staff: HttpClient, caseId: string): Promise<void>;
  /** Stops the server and starts it again at the same address, on the same data, with other algorithms. */
  restartWith(algorithms: OpenOptions['algorithms']): Promise<Running>;
  end(): Promise<void>;
}

const STAFF_PASSWORD = 'kuytu-liman-77';
/** How the tests' staff confirm their identity at a signature. */
export const SIGNS = { confirmation: { password: STAFF_PASSWORD } };

let people = 0;

/** Idle child processes, by what they run; the servers of a worker use them one after another. */
const idle = new Map<string, ChildProcess[]>();
const lendProcesses: OpenOptions['lendProcesses'] = (entry, memoryLimitMb) => {
  const key = `${entry} ${memoryLimitMb}`;
  const processes = idle.get(key) ?? [];
  idle.set(key, processes);
  return processes;
};

/** The whole server, web and worker, in this process, on a separate database and data directory. */
export async function startTestServer(
  env: Record<string, string> = {},
  algorithms?: OpenOptions['algorithms'],
): Promise<TestServer> {
  const database = await createTestDatabase('template_server');
  const dataDir = await temporaryDirectory();
  const logLines: string[] = [];
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: database.url,
    DUAI_DATA_DIR: dataDir,
    DUAI_DEMO: 'false',
    AUTH_RATE_PER_MINUTE: '100000',
    ...env,
  });
  const log = createLogger('info', { write: (line) => void logLines.push(line) });
  const running = await start(config, { log, algorithms, lendProcesses, keepsTime: false });
  let latest = running;
  const client = () => createHttpClient(running.listensOn ?? running.address);

  const mailedToken = (to: string, page: string) =>
    waitFor(
      async () => {
        const mails = (await running.parts.mailbox.list()).filter((message) => message.to === to);
        return mails.map((mail) => new RegExp(`${page}#token=([\\w-]+)`).exec(mail.text)?.[1]).find(Boolean);
      },
      60_000,
      () => `no mail with a link to ${page}`,
    );

  const phoneCode = (phone: string) =>
    waitFor(
      async () => {
        const found = (await running.parts.mailbox.list()).filter(({ to }) => to === internationalPhone(phone));
        return found.map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1]).find(Boolean);
      },
      60_000,
      () => 'no code by SMS',
    );

  return {
    ...running,
    logLines,
    dataDir,
    endpoints: running.app?.endpoints ?? [],
    client,
    mailedToken,
    phoneCode,
    async patient({ isVerified = true, preferredNotification = 'email', phone, email } = {}) {
      people += 1;
      const address = email ?? `patient${people}-${Date.now()}@duai.example`;
      const http = client();
      const { token } = await http.call(accounts.registerPatient, {
        body: {
          firstName: 'Zeynep',
          lastName: 'Kanarya',
          email: address,
          password: 'yosunlu-kaya-42',
          preferredNotification,
          phone,
          language: 'tr',
          consents: CONSENT_PURPOSES.map((purpose) => ({
            purpose,
            textVersion: CONSENT_VERSION,
            language: 'tr' as const,
          })),
        },
      });
      http.useToken(token);
      if (isVerified)
        await http.call(accounts.verifyEmail, { body: { token: await mailedToken(address, 'verify-email') } });
      if (isVerified && phone && preferredNotification !== 'email')
        await http.call(accountSettings.verifyPhone, { body: { code: await phoneCode(phone) } });
      return Object.assign(http, { email: address });
    },
    async staff(role) {
      people += 1;
      const email = `${role}${people}@duai.example`;
      const password = STAFF_PASSWORD;
      const { totpSecret } = await running.parts.db.transaction((tx) =>
        running.features.accounts.staff.createStaff(tx, { email, name: `Dr. ${role} ${people}`, role, password }),
      );
      const http = client();
      await http.call(accounts.loginStaff, { body: { email, password, code: await generate({ secret: totpSecret }) } });
      return http;
    },
    openCase: async (patient, modality = 'CT') => (await patient.call(cases.createCase, { body: { modality } })).id,
    async waitForDraft(staff, caseId) {
      await waitFor(
        async () =>
          (await staff.call(cases.getWorklist)).some((row) => row.id === caseId && row.pipeline === 'draft-ready') ||
          undefined,
        60_000,
        () => `no draft; log:\n${logLines.slice(-5).join('')}`,
      );
    },
    async restartWith(algorithms) {
      await latest.stop();
      latest = await start(
        { ...config, PORT: Number(new URL(running.listensOn!).port) },
        { log, algorithms, lendProcesses, keepsTime: false },
      );
      return latest;
    },
    async end() {
      await latest.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
