import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONSENT_PURPOSES, CONSENT_VERSION } from '@duai/contract';
import { systemContext } from './core/actor.ts';
import type { Features } from './features.ts';
import type { Parts } from './parts.ts';
import type { SampleLogins } from './sample-logins.ts';

const newPassword = () => randomBytes(12).toString('base64url');

/**
 * Demo mode: creates accounts of every kind, the sample institution and press releases, once and in one transaction,
 * while there is no staff. The logins are kept in the data directory for the next start.
 */
export async function ensureDemoData(
  { db, config }: Parts,
  { accounts, scans, press }: Features,
): Promise<SampleLogins | undefined> {
  const path = join(config.DUAI_DATA_DIR, 'sample-logins.json');
  if (await accounts.staff.hasStaff(db.drizzle)) return readLogins(path);

  const passwords = {
    patient: newPassword(),
    radiologist: newPassword(),
    operator: newPassword(),
    institution: newPassword(),
  };
  const email = 'patient@duai.example';
  const institution = { username: 'sample-admin', password: passwords.institution };
  await scans.seedSample(institution, async (tx) => {
    const radiologist = await accounts.staff.createStaff(tx, {
      email: 'radiologist@duai.example',
      name: 'Dr. Deniz Örnek',
      role: 'radiologist',
      title: 'Radyoloji uzmanı (örnek)',
      registrationNumber: 'ÖRNEK-0000',
      password: passwords.radiologist,
    });
    const operator = await accounts.staff.createStaff(tx, {
      email: 'operator@duai.example',
      name: 'Ekin Örnek',
      role: 'operator',
      password: passwords.operator,
    });
    await press.seedSample(tx);
    const logins: SampleLogins = {
      patient: { email, password: passwords.patient },
      radiologist: {
        email: 'radiologist@duai.example',
        password: passwords.radiologist,
        totpSecret: radiologist.totpSecret,
      },
      operator: { email: 'operator@duai.example', password: passwords.operator, totpSecret: operator.totpSecret },
      institution,
    };
    await writeFile(`${path}.new`, JSON.stringify(logins, null, 2), { mode: 0o600, flush: true });
  });
  await accounts.patients.register(
    { ...systemContext, language: 'tr' },
    {
      firstName: 'Ayşe',
      lastName: 'Örnek',
      email,
      password: passwords.patient,
      preferredNotification: 'email',
      country: undefined,
      language: 'tr',
      consents: CONSENT_PURPOSES.map((purpose) => ({ purpose, textVersion: CONSENT_VERSION, language: 'tr' as const })),
    },
  );
  await db.transaction((tx) =>
    accounts.demo.mark(tx, {
      patient: [email],
      institution: ['sample-admin'],
      staff: ['radiologist@duai.example', 'operator@duai.example'],
    }),
  );
  await rename(`${path}.new`, path);
  return readLogins(path);
}

/**
 * For production on a former demo database: disables its demo accounts, revokes the keys of the sample institution and
 * deletes the file of passwords.
 */
export async function endDemo({ config, log }: Parts, { accounts, integrations }: Features): Promise<void> {
  const disabled = await accounts.demo.disableAll();
  if (disabled > 0) log.warn({ disabled }, 'accounts of demo mode were disabled');
  const revoked = await integrations.keys.revokeAllOf(await accounts.institutions.samples());
  if (revoked > 0) log.warn({ revoked }, 'API keys of the sample institution were revoked');
  const path = join(config.DUAI_DATA_DIR, 'sample-logins.json');
  for (const each of [path, `${path}.new`]) await rm(each, { force: true });
}

async function readLogins(path: string): Promise<SampleLogins | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as SampleLogins;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
