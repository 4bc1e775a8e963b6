import type { Context } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { MINUTE_MS } from '../../../core/clock.ts';
import { sha256Hex } from '../../../core/ids.ts';
import { addressGroup } from '../../../core/network/address-group.ts';
import type { Parts } from '../../../parts.ts';
import { countAttempt, takeAttemptsBack } from './attempts.store.ts';
import type { KnownDevices } from './known-devices.ts';

const WINDOW_MS = 15 * MINUTE_MS;
/** Tries from one address on one account: a person who mistypes. */
const PER_ADDRESS_AND_ACCOUNT = 10;
/** Tries on one account from all addresses: a distributed attack. Higher, so that locking somebody out is not cheap. */
const PER_ACCOUNT = 100;
/** Tries from a device on which the account was signed in to before; the tries of strangers do not count there. */
const PER_KNOWN_DEVICE = 10;

type Caller = Pick<Context, 'address' | 'deviceCookie'>;

/**
 * Counts tries of a password or code in the database before they are checked, so that the limit also holds for parallel
 * guesses in all processes. A successful try is taken back. A known device has its own limit, so that strangers who
 * guess do not lock the owner out. Keys are hashed; old windows are deleted at night.
 */
export function createAttempts({ db, clock }: Pick<Parts, 'db' | 'clock'>, devices: Pick<KnownDevices, 'find'>) {
  const windowStart = () => new Date(Math.floor(clock.now().getTime() / WINDOW_MS) * WINDOW_MS);

  return {
    /**
     * Counts a try before it is checked. `perAddress`: tries from one address. @returns a function to call when it was right
     * @throws AppError TOO_MANY_REQUESTS: the try must not be checked, and does not count
     */
    async begin(
      account: string,
      { address, deviceCookie }: Caller,
      perAddress = PER_ADDRESS_AND_ACCOUNT,
    ): Promise<() => Promise<void>> {
      const start = windowStart();
      const device = devices.find(deviceCookie, account);
      const counters = device
        ? [{ key: sha256Hex(`device:${account}:${device}`), limit: PER_KNOWN_DEVICE }]
        : [
            // This one comes first, so that an address beyond its own limit does not use up the account's.
            { key: sha256Hex(`both:${account}:${addressGroup(address)}`), limit: perAddress },
            { key: sha256Hex(`account:${account}`), limit: PER_ACCOUNT },
          ];
      const counted: string[] = [];
      const takeBack = () => takeAttemptsBack(db.drizzle, counted, start);
      for (const { key, limit } of counters) {
        counted.push(key);
        if ((await countAttempt(db.drizzle, key, start)) <= limit) continue;
        // Or right passwords that come together would use up the limit for those that follow.
        await takeBack();
        throw new AppError('TOO_MANY_REQUESTS');
      }
      return takeBack;
    },
  };
}
export type Attempts = ReturnType<typeof createAttempts>;
