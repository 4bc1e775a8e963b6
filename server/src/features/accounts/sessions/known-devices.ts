import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '@duai/contract';
import { DAY_MS } from '../../../core/clock.ts';
import { newSecret } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';

/** Most accounts remembered on one device, such as a family at one computer. */
const MOST = 5;
const PART = '.';
const BETWEEN = '~';

/**
 * Devices from which an account has been signed in to before (OWASP, "Device Cookies"): a cookie with one mark for each
 * account, `day.nonce.signature`. The signature is over realm, login, day and nonce under a key of this installation,
 * so that a mark is worth nothing for another account; it does not identify a person and does not sign in.
 */
export function createKnownDevices({ clock, encryptionKey }: Pick<Parts, 'clock' | 'encryptionKey'>) {
  const key = createHmac('sha256', encryptionKey).update('known-device').digest();
  const today = () => Math.floor(clock.now().getTime() / DAY_MS);
  const signatureOf = (account: string, day: string, nonce: string) =>
    createHmac('sha256', key).update([account, day, nonce].join('\n')).digest('base64url');

  /** @returns the nonce where the mark is valid for this account and not too old, else null */
  function nonceOf(mark: string, account: string): string | null {
    const [day = '', nonce = '', signature = ''] = mark.split(PART);
    const expected = Buffer.from(signatureOf(account, day, nonce));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return today() - Number(day) <= LIMITS.knownDeviceDays ? nonce : null;
  }
  const marksOf = (cookie: string | null | undefined): string[] => (cookie ?? '').split(BETWEEN).slice(0, MOST);

  return {
    /** The nonce of the device where its cookie holds a mark for this account (`realm:login`); else null. */
    find(cookie: string | null | undefined, account: string): string | null {
      for (const mark of marksOf(cookie)) {
        const nonce = nonceOf(mark, account);
        if (nonce) return nonce;
      }
      return null;
    },

    /** The cookie to set after a successful sign-in: a new mark for this account beside the marks of others. */
    remember(cookie: string | null | undefined, account: string): string {
      const day = String(today());
      const nonce = newSecret();
      const others = marksOf(cookie).filter((mark) => mark !== '' && !nonceOf(mark, account));
      return [[day, nonce, signatureOf(account, day, nonce)].join(PART), ...others].slice(0, MOST).join(BETWEEN);
    },
  };
}
export type KnownDevices = ReturnType<typeof createKnownDevices>;
