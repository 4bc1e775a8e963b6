import type { Clock } from './clock.ts';

/** Thrown while a part that failed several times in a row is not asked. */
export class BreakerOpen extends Error {
  readonly code = 'REMOTE_PAUSED';
}

export interface Breaker {
  /** @throws BreakerOpen while the part is not asked */
  assertMayAsk(name: string): void;
  answered(name: string): void;
  failed(name: string): void;
}

/** After `failures` in a row a part is not asked for `pauseMs`; then a single failure is enough to pause it again. */
export function createBreaker(clock: Clock, { failures = 3, pauseMs = 30_000 } = {}): Breaker {
  const parts = new Map<string, { failed: number; at: number }>();
  return {
    assertMayAsk(name) {
      const part = parts.get(name);
      if (part && part.failed >= failures && clock.now().getTime() - part.at < pauseMs)
        throw new BreakerOpen(`${name} failed ${part.failed} times and is left alone`);
    },
    answered: (name) => void parts.delete(name),
    failed: (name) => void parts.set(name, { failed: (parts.get(name)?.failed ?? 0) + 1, at: clock.now().getTime() }),
  };
}
