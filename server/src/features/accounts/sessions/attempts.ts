import type { Context } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { MINUTE_MS } from '../../../core/clock.ts';
import { sha256Hex } from '../../../core/ids.ts';
import { addressGroup } from '../../../core/network/address-group.ts';
import type { Parts } from '../../../parts.ts';
import { countAttempt, takeAttemptsBack } from './attempts.store.ts';
import type { KnownDevices } from './known-devices.ts';

const WINDOW_MS = 15 * MINUTE_MS;
/** From one address on one account: a person who mistypes. */
const PER_ADDRESS_AND_ACCOUNT = 10;
/** On one account from everywhere: many addresses guessing. Higher, so that nobody can lock a person out cheaply. */
const PER_ACCOUNT = 100;
/** From a device on which the account has been signed in to: what strangers use up does not count there. */
const PER_KNOWN_DEVICE = 10;

type Caller = Pick<Context, 'address' | 'deviceCookie'>;

/**
 * Tries of a password or code, counted in the database before they are checked: of parallel guesses no more are checked
 * than the limit, over all processes. What was right is taken back. A known device has a budget of
 * its own, so that strangers who guess do not lock the owner out. Keys are hashed; old windows are swept at night.
 */
export function createAttempts({ db, clock }: Pick<Parts, 'db' | 'clock'>, devices: Pick<KnownDevices, 'find'>) {
  const windowStart = () => new Date(Math.floor(clock.now().getTime() / WINDOW_MS) * WINDOW_MS);

  /** @throws AppError TOO_MANY_REQUESTS beyond the limit */
  async function count(key: string, start: Date, limit: number): Promise<void> {
    if ((await countAttempt(db.drizzle, key, start)) > limit) throw new AppError('TOO_MANY_REQUESTS');
  }

  return {
    /**
     * Counts a try that is about to be checked. @returns what to call when it was right
     * @throws AppError TOO_MANY_REQUESTS: nothing is to be checked
     */
    async begin(account: string, { address, deviceCookie }: Caller): Promise<() => Promise<void>> {
      const start = windowStart();
      const device = devices.find(deviceCookie, account);
      const counters = device
        ? [{ key: sha256Hex(`device:${account}:${device}`), limit: PER_KNOWN_DEVICE }]
        : [
            // First: one address that goes on beyond its own limit does not use up the account's.
            { key: sha256Hex(`both:${account}:${addressGroup(address)}`), limit: PER_ADDRESS_AND_ACCOUNT },
            { key: sha256Hex(`account:${account}`), limit: PER_ACCOUNT },
          ];
      for (const { key, limit } of counters) await count(key, start, limit);
      const keys = counters.map(({ key }) => key);
      return () => takeAttemptsBack(db.drizzle, keys, start);
    },
  };
}
export type Attempts = ReturnType<typeof createAttempts>;
