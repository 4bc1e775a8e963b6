import { LIMITS } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { isOpeningAlive, OPENING_MS, openingEnds, stateOf } from './shares.policy.ts';

const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const share = { revokedAt: null, expiresAt: at(86_400_000), wrongPins: 0, maxOpenings: 2 };

describe('a link', () => {
  it('opens until it expires, is used up, is revoked, or too many PINs were wrong', () => {
    expect(stateOf(share, 1, now)).toBe('open');
    expect(stateOf(share, 2, now)).toBe('used-up');
    expect(stateOf({ ...share, expiresAt: now }, 0, now)).toBe('expired');
    expect(stateOf({ ...share, wrongPins: LIMITS.sharePinAttempts - 1 }, 0, now)).toBe('open');
    expect(stateOf({ ...share, wrongPins: LIMITS.sharePinAttempts }, 0, now)).toBe('locked');
    expect(stateOf({ ...share, revokedAt: now, expiresAt: now }, 9, now)).toBe('revoked');
  });
});

describe('an opening', () => {
  it('lasts an hour, but never longer than its link', () => {
    expect(openingEnds(share, now)).toEqual(at(OPENING_MS));
    expect(openingEnds({ expiresAt: at(1000) }, now)).toEqual(at(1000));
  });

  it('ends with its hour, with the link, and at once when the link is revoked', () => {
    const opening = { endsAt: at(OPENING_MS) };
    expect(isOpeningAlive(share, opening, now)).toBe(true);
    expect(isOpeningAlive(share, opening, at(OPENING_MS))).toBe(false);
    expect(isOpeningAlive({ ...share, expiresAt: now }, opening, now)).toBe(false);
    expect(isOpeningAlive({ ...share, revokedAt: now }, opening, now)).toBe(false);
  });
});
