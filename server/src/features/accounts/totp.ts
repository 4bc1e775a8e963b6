import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { generateSecret, verify } from 'otplib';

/** RFC 6238, 30-second steps; one step of tolerance for clocks that differ. */
const TOLERANCE_SECONDS = 30;

export const newTotpSecret = (): string => generateSecret();

/** The time step of a right code that was not used before, else null (RFC 6238 section 5.2: a code works once). */
export async function acceptedStep(secret: string, code: string, lastStep: number, now: Date): Promise<number | null> {
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  if (!result.valid || !('timeStep' in result)) return null;
  return result.timeStep > lastStep ? result.timeStep : null;
}

/** AES-256-GCM: nonce, tag and text in base64url, joined by dots. */
export function encryptSecret(secret: string, key: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return [nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url')).join('.');
}

export function decryptSecret(encrypted: string, key: Buffer): string {
  const [nonce, tag, text] = encrypted.split('.').map((part) => Buffer.from(part, 'base64url'));
  const decipher = createDecipheriv('aes-256-gcm', key, nonce!);
  decipher.setAuthTag(tag!);
  return Buffer.concat([decipher.update(text!), decipher.final()]).toString('utf8');
}
