import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { ONE_LINE, passwordConfirmation, timeSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';
import { patientAuth, tokenAnswer } from './patient-accounts.ts';

/**
 * Signing in without a password: W3C Web Authentication level 3. Options and responses use its JSON serialisation (section
 * 5.1, `parseCreationOptionsFromJSON` and `toJSON`).
 */
const tag = 'Passkeys';
const base64Url = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/);
/**
 * How the authenticator is reached (`usb`, `internal` …). An open list: new transports appear, and browsers get back what
 * they sent.
 */
const transportSchema = z.string().max(20);
const verificationSchema = z.enum(['required', 'preferred', 'discouraged']);
const descriptorSchema = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(transportSchema).optional(),
});

const creationOptionsSchema = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptorSchema),
  authenticatorSelection: z.object({
    residentKey: verificationSchema,
    requireResidentKey: z.boolean(),
    userVerification: verificationSchema,
  }),
  attestation: z.literal('none'),
});
const requestOptionsSchema = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  userVerification: verificationSchema,
});

const credential = {
  id: base64Url(1400),
  rawId: base64Url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  // No extensions are requested, and their results are not read.
  clientExtensionResults: z.object({}),
};
const attestationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url(4000),
    attestationObject: base64Url(20_000),
    transports: z.array(transportSchema).max(10).optional(),
  }),
});
const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url(4000),
    authenticatorData: base64Url(4000),
    signature: base64Url(10_000),
    userHandle: base64Url(100).optional(),
  }),
});
export type Attestation = z.output<typeof attestationSchema>;
export type Assertion = z.output<typeof assertionSchema>;

export const passkeyNameSchema = z
  .string()
  .trim()
  .min(1, 'PASSKEY_NAME_MISSING')
  .max(LIMITS.passkeyNameMaxLength)
  .regex(ONE_LINE, 'NOT_ALLOWED');

export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
  /** The passkey is backed up elsewhere (synced), so losing the device does not lose it. */
  isBackedUp: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;
const passkeysAnswer = z.array(passkeySchema);
const passkeyParams = z.object({ passkeyId: z.uuid() });

export const listPasskeys = defineEndpoint({
  method: 'GET',
  path: patientAuth('passkeys'),
  audience: 'patient',
  tag,
  summary: 'The passkeys of this account',
  answer: passkeysAnswer,
});
export const beginPasskey = defineEndpoint({
  method: 'POST',
  path: patientAuth('passkeys/begin'),
  audience: 'patient',
  tag,
  summary: 'Ask for what a new passkey has to sign; valid once, for five minutes',
  body: z.object({ password: passwordConfirmation }),
  answer: creationOptionsSchema,
});
export const addPasskey = defineEndpoint({
  method: 'POST',
  path: patientAuth('passkeys'),
  audience: 'patient',
  tag,
  summary: 'Register the passkey that the device has made',
  body: z.object({ name: passkeyNameSchema, credential: attestationSchema }),
  answer: passkeysAnswer,
});
export const renamePasskey = defineEndpoint({
  method: 'PUT',
  path: patientAuth('passkeys/:passkeyId'),
  audience: 'patient',
  tag,
  summary: 'Give a passkey another name',
  params: passkeyParams,
  body: z.object({ name: passkeyNameSchema }),
  answer: passkeysAnswer,
});
export const removePasskey = defineEndpoint({
  method: 'DELETE',
  path: patientAuth('passkeys/:passkeyId'),
  audience: 'patient',
  tag,
  summary: 'Remove a passkey: it opens this account no longer',
  params: passkeyParams,
  answer: passkeysAnswer,
});

export const beginPasskeyLogin = defineEndpoint({
  method: 'POST',
  path: patientAuth('passkey-login/begin'),
  audience: 'public',
  tag,
  summary: 'Ask for what a passkey has to sign to sign in; valid once, for five minutes',
  answer: requestOptionsSchema,
});
export const loginWithPasskey = defineEndpoint({
  method: 'POST',
  path: patientAuth('passkey-login'),
  audience: 'public',
  tag,
  summary: 'Sign a patient in by a passkey; it stands for both factors',
  body: z.object({ credential: assertionSchema }),
  answer: tokenAnswer,
});
