import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { findAccountNames } from './account-names.store.ts';
import type { AccountHooks, AccountTools } from './account-tools.ts';
import { createDemoAccounts } from './demo-accounts.ts';
import { createInstitutionTotp } from './institutions/institution-totp.ts';
import { createInstitutions } from './institutions/institutions.ts';
import { createMembers } from './institutions/members.ts';
import { createOwnPassword } from './own-password.ts';
import { createPasswordReset } from './password-reset.ts';
import { createPatients } from './patients/patients.ts';
import { createPasswordWriter } from './sessions/account-access.ts';
import { createAttempts } from './sessions/attempts.ts';
import { createKnownDevices } from './sessions/known-devices.ts';
import { createLinkTokens } from './sessions/link-tokens.ts';
import { createSessions } from './sessions/sessions.ts';
import { createProviderSettings } from './single-sign-on/provider-settings.ts';
import { createProviderSignIn } from './single-sign-on/provider-sign-in.ts';
import { createSignatures } from './staff/signatures.ts';
import { createStaffAccounts } from './staff/staff.ts';
import { createStaffInvitations } from './staff/staff-invitations.ts';
import { createTeam } from './staff/team.ts';
import { createUserAdmin } from './staff/user-admin.ts';

export type Accounts = ReturnType<typeof createAccounts>;

/** Accounts of the three realms (patients, institutions, staff), which are kept strictly apart. */
export function createAccounts(
  parts: Pick<Parts, 'db' | 'queue' | 'clock' | 'encryptionKey' | 'config' | 'identityProviders'>,
  others: AccountHooks & { audit: Audit; notifications: Notifications; publicUrl: () => string },
) {
  const sessions = createSessions(parts);
  const linkTokens = createLinkTokens(parts);
  const devices = createKnownDevices(parts);
  const tools: AccountTools = {
    ...parts,
    ...others,
    sessions,
    linkTokens,
    writePassword: createPasswordWriter({ sessions, linkTokens }),
    attempts: createAttempts(parts, devices),
  };
  const patients = createPatients(tools);
  const institutions = createInstitutions(tools);
  const staff = createStaffAccounts(tools);
  return {
    patients,
    institutions,
    members: createMembers(tools),
    institutionTotp: createInstitutionTotp(tools),
    providerSettings: createProviderSettings(tools),
    providerSignIn: createProviderSignIn(tools),
    staff,
    users: createUserAdmin(tools),
    team: createTeam(tools),
    staffInvitations: createStaffInvitations(tools),
    passwordReset: createPasswordReset(tools),
    ownPassword: createOwnPassword(tools),
    demo: createDemoAccounts(tools),
    sessions,
    attempts: tools.attempts,
    devices,
    /** Cookies are marked Secure where the site is reached over TLS. */
    isTls: parts.config.PUBLIC_URL?.startsWith('https:') ?? false,
    /** What people and institutions are called, by id; who is gone is missing. */
    namesOf: findAccountNames,
    contactOf: patients.contactOf,
    patientSummary: patients.patientSummary,
    patientSummaries: patients.patientSummaries,
    staffNames: staff.staffNames,
    credentialsOf: staff.credentialsOf,
    signatures: createSignatures(tools),
    isReadFirst: staff.isReadFirst,
  };
}
