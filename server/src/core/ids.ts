import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

export const newId = (): string => randomUUID();

/** 256 random bits, URL-safe: session tokens, links of mails, API keys. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret. Secrets have 256 bits of entropy, so a plain hash is enough (unlike a password). */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Takes the same time wherever the two differ. */
export const isSameSecret = (a: string, b: string): boolean => timingSafeEqual(hashSecret(a), hashSecret(b));

export const sha256Hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
