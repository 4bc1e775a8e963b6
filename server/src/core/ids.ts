import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

export const newId = (): string => randomUUID();

/** 256 random bits, URL-safe: for session tokens, mailed links and API keys. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The stored hash of a secret. A plain hash is enough, because secrets have 256 bits of entropy (unlike passwords). */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares in constant time. */
export const isSameSecret = (a: string, b: string): boolean => timingSafeEqual(hashSecret(a), hashSecret(b));

export const sha256Hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
