import type { accounts, Language, Subspecialty } from '@duai/contract';
import { bigint, boolean, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from '../../core/columns.ts';

export type Realm = 'patient' | 'institution' | 'staff';

export const patients = pgTable('patients', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  passwordHash: text('password_hash').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  phone: text(),
  dateOfBirth: date('date_of_birth', { mode: 'string' }),
  gender: text().$type<'male' | 'female' | 'other'>(),
  country: text(),
  preferredNotification: text('preferred_notification').$type<'email' | 'sms' | 'both'>().notNull(),
  language: text().$type<Language>().notNull(),
  emailVerifiedAt: time('email_verified_at'),
  phoneVerifiedAt: time('phone_verified_at'),
  totpSecretEncrypted: text('totp_secret_encrypted'),
  totpLastStep: bigint('totp_last_step', { mode: 'number' }).notNull().default(0),
  twoFactorAt: time('two_factor_at'),
  disabledAt: time('disabled_at'),
  /** True for an account that demo mode created; its password is printed. */
  isDemo: boolean('is_demo').notNull().default(false),
  createdAt: time('created_at').notNull(),
});
export type PatientRow = typeof patients.$inferSelect;

export const institutions = pgTable('institutions', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  country: text().notNull(),
  isSample: boolean('is_sample').notNull().default(false),
  createdAt: time('created_at').notNull(),
});

export const institutionUsers = pgTable('institution_users', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  username: text().notNull(),
  email: text().notNull(),
  role: text().$type<accounts.InstitutionRole>().notNull(),
  passwordHash: text('password_hash').notNull(),
  totpSecretEncrypted: text('totp_secret_encrypted'),
  totpLastStep: bigint('totp_last_step', { mode: 'number' }).notNull().default(0),
  totpAt: time('totp_at'),
  disabledAt: time('disabled_at'),
  isDemo: boolean('is_demo').notNull().default(false),
  /** True for an account that was created by a sign-in at the institution's provider; it has no password. */
  isOfProvider: boolean('is_of_provider').notNull().default(false),
  createdAt: time('created_at').notNull(),
});

/** The OpenID Connect provider at which members of an institution sign in. */
export const identityProviders = pgTable('identity_providers', {
  institutionId: uuid('institution_id').primaryKey(),
  signInName: text('sign_in_name').notNull(),
  issuer: text().notNull(),
  clientId: text('client_id').notNull(),
  clientSecretEncrypted: text('client_secret_encrypted').notNull(),
  scope: text().notNull(),
  groupsClaim: text('groups_claim').notNull(),
  adminGroups: text('admin_groups').array().notNull(),
  readerGroups: text('reader_groups').array().notNull(),
  memberGroups: text('member_groups').array().notNull(),
  passwordsOffAt: time('passwords_off_at'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

export const providerIdentities = pgTable(
  'provider_identities',
  {
    institutionId: uuid('institution_id').notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.institutionId, table.issuer, table.subject] })],
);

export const providerSignIns = pgTable('provider_sign_ins', {
  stateHash: bytea('state_hash').primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  userId: uuid('user_id'),
  browserHash: bytea('browser_hash').notNull(),
  nonce: text().notNull(),
  codeVerifierEncrypted: text('code_verifier_encrypted').notNull(),
  expiresAt: time('expires_at').notNull(),
});

export const staff = pgTable('staff', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  name: text().notNull(),
  role: text().$type<'radiologist' | 'operator'>().notNull(),
  /** Professional title, printed under a signature; null until it is entered. */
  title: text(),
  registrationNumber: text('registration_number'),
  /** Radiologists only: AI results are withheld until they have saved a preliminary read. */
  readFirst: boolean('read_first').notNull().default(false),
  /** Of radiologists: what they read. */
  subspecialties: text().array().$type<Subspecialty[]>().notNull().default([]),
  /** Language of the page on which they last signed in; mails to them use it. */
  language: text().$type<Language>().notNull().default('en'),
  passwordHash: text('password_hash').notNull(),
  totpSecretEncrypted: text('totp_secret_encrypted').notNull(),
  totpLastStep: bigint('totp_last_step', { mode: 'number' }).notNull().default(0),
  disabledAt: time('disabled_at'),
  isDemo: boolean('is_demo').notNull().default(false),
  createdAt: time('created_at').notNull(),
});

/** An invitation by mail to create a staff account. */
export const staffInvitations = pgTable('staff_invitations', {
  id: uuid().primaryKey(),
  tokenHash: bytea('token_hash').notNull(),
  email: text().notNull(),
  name: text().notNull(),
  role: text().$type<'radiologist' | 'operator'>().notNull(),
  language: text().$type<Language>().notNull(),
  totpSecretEncrypted: text('totp_secret_encrypted').notNull(),
  invitedBy: uuid('invited_by').notNull(),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  /** When the invitation was accepted, withdrawn or replaced. */
  endedAt: time('ended_at'),
});

/** Days on which staff are away, in the time zone of the house. */
export const staffAbsences = pgTable('staff_absences', {
  id: uuid().primaryKey(),
  staffId: uuid('staff_id').notNull(),
  firstDay: date('first_day', { mode: 'string' }).notNull(),
  lastDay: date('last_day', { mode: 'string' }).notNull(),
  createdAt: time('created_at').notNull(),
});

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey(),
  realm: text().$type<Realm>().notNull(),
  accountId: uuid('account_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  idleMinutes: integer('idle_minutes'),
  address: text(),
  userAgent: text('user_agent'),
  revokedAt: time('revoked_at'),
  /** True where the session was opened by a sign-in at the institution's provider. */
  isOfProvider: boolean('is_of_provider').notNull().default(false),
});

export const linkTokens = pgTable('link_tokens', {
  tokenHash: bytea('token_hash').primaryKey(),
  id: uuid().notNull().defaultRandom(),
  /** Invitations only: the role that the new member gets. */
  role: text().$type<accounts.InstitutionRole>(),
  realm: text().$type<Realm>().notNull(),
  accountId: uuid('account_id').notNull(),
  /** Invitations only: the member who sent it. */
  issuedBy: uuid('issued_by'),
  purpose: text().$type<'verify-email' | 'reset-password' | 'invitation' | 'change-email'>().notNull(),
  email: text().notNull(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
  createdAt: time('created_at').notNull(),
});

/** A request for a password-reset link; the job that answers it by mail deletes it. */
export const resetRequests = pgTable('reset_requests', {
  id: uuid().primaryKey(),
  realm: text().$type<Realm>().notNull(),
  email: text().notNull(),
  language: text().$type<Language>().notNull(),
  address: text(),
  userAgent: text('user_agent'),
  requestId: text('request_id'),
  createdAt: time('created_at').notNull(),
});

export const attemptCounters = pgTable(
  'attempt_counters',
  { key: text().notNull(), windowStart: time('window_start').notNull(), count: integer().notNull() },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] })],
);

export const consents = pgTable('consents', {
  id: uuid().primaryKey(),
  patientId: uuid('patient_id').notNull(),
  purpose: text().$type<'terms' | 'privacy' | 'health-data' | 'ai-analysis'>().notNull(),
  textVersion: text('text_version').notNull(),
  language: text().$type<Language>().notNull(),
  givenAt: time('given_at').notNull(),
  withdrawnAt: time('withdrawn_at'),
  address: text(),
});

export const phoneCodes = pgTable('phone_codes', {
  id: uuid().primaryKey(),
  patientId: uuid('patient_id').notNull(),
  phone: text().notNull(),
  codeHash: bytea('code_hash').notNull(),
  attempts: integer().notNull().default(0),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
  createdAt: time('created_at').notNull(),
});

export const institutionRecoveryCodes = pgTable(
  'institution_recovery_codes',
  { userId: uuid('user_id').notNull(), codeHash: bytea('code_hash').notNull(), usedAt: time('used_at') },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

export const passkeys = pgTable('passkeys', {
  id: uuid().primaryKey(),
  patientId: uuid('patient_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  signatureCounter: bigint('signature_counter', { mode: 'number' }).notNull(),
  transports: text().array().notNull(),
  isBackedUp: boolean('is_backed_up').notNull(),
  name: text().notNull(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
});

export const passkeyChallenges = pgTable('passkey_challenges', {
  challengeHash: bytea('challenge_hash').primaryKey(),
  /** The patient who adds a passkey; null where the challenge is for a sign-in. */
  patientId: uuid('patient_id'),
  expiresAt: time('expires_at').notNull(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  { patientId: uuid('patient_id').notNull(), codeHash: bytea('code_hash').notNull(), usedAt: time('used_at') },
  (table) => [primaryKey({ columns: [table.patientId, table.codeHash] })],
);
