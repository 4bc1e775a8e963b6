import { describe, expect, it } from 'vitest';
import type { Actor } from '../../core/actor.ts';
import {
  canAddImages,
  canReadCase,
  canTakeBack,
  claimEnds,
  dueTime,
  hasClaimed,
  isClaimedByAnother,
  isLate,
  isLongUnclaimed,
  isOpen,
  untoldOf,
} from './cases.policy.ts';

const patient = (id: string): Actor => ({ realm: 'patient', id, sessionId: 's' });
const radiologist: Actor = {
  realm: 'staff',
  id: 'r1',
  sessionId: 's',
  role: 'radiologist',
  name: 'R',
  email: 'r@example.org',
};
const operator: Actor = {
  realm: 'staff',
  id: 'o1',
  sessionId: 's',
  role: 'operator',
  name: 'O',
  email: 'o@example.org',
};

describe('who may read a case', () => {
  it('is its patient, a radiologist, and who holds an opened link to it; nobody else [ACC-013]', () => {
    const row = { id: 'c1', patientId: 'p1' };
    expect(canReadCase(patient('p1'), row)).toBe(true);
    expect(canReadCase(radiologist, row)).toBe(true);
    for (const other of [patient('p2'), operator, { realm: 'anonymous' } as const]) {
      expect(canReadCase(other, row)).toBe(false);
    }
    const shared = (caseId: string): Actor => ({ realm: 'shared', id: 's1', caseId, openingId: 'o1' });
    expect(canReadCase(shared('c1'), row)).toBe(true);
    expect(canReadCase(shared('c2'), row)).toBe(false);
    expect(
      canReadCase({ realm: 'institution', id: 'p1', sessionId: 's', institutionId: 'i', role: 'admin' }, row),
    ).toBe(false);
  });
});

describe('the due time', () => {
  it('is 24 h for urgent, 36 h for semi-urgent, 48 h for routine [PAT-091]', () => {
    const from = new Date('2026-03-01T10:00:00Z');
    expect(dueTime('urgent', from).toISOString()).toBe('2026-03-02T10:00:00.000Z');
    expect(dueTime('semi-urgent', from).toISOString()).toBe('2026-03-02T22:00:00.000Z');
    expect(dueTime('routine', from).toISOString()).toBe('2026-03-03T10:00:00.000Z');
  });

  it('makes a case late only while it is being read', () => {
    const dueAt = new Date('2026-03-02T10:00:00Z');
    const after = new Date('2026-03-02T10:00:01Z');
    expect(isLate({ status: 'processing', dueAt }, after)).toBe(true);
    expect(isLate({ status: 'processing', dueAt }, dueAt)).toBe(false);
    expect(isLate({ status: 'completed', dueAt }, after)).toBe(false);
    expect(isLate({ status: 'uploaded', dueAt: null }, after)).toBe(false);
  });
});

describe('images and claims', () => {
  it('takes images only while uploaded', () => {
    expect(canAddImages({ status: 'uploaded' })).toBe(true);
    expect(canAddImages({ status: 'processing' })).toBe(false);
    expect(canAddImages({ status: 'completed' })).toBe(false);
  });

  it('is open until it is completed', () => {
    expect(isOpen({ status: 'uploaded' })).toBe(true);
    expect(isOpen({ status: 'processing' })).toBe(true);
    expect(isOpen({ status: 'completed' })).toBe(false);
  });

  it('is taken back while it is processed and nobody has claimed it', () => {
    expect(canTakeBack({ status: 'processing', claimedBy: null }, false)).toBe(true);
    expect(canTakeBack({ status: 'processing', claimedBy: null }, true)).toBe(false);
    expect(canTakeBack({ status: 'processing', claimedBy: 'r1' }, false)).toBe(false);
    expect(canTakeBack({ status: 'uploaded', claimedBy: null }, false)).toBe(false);
    expect(canTakeBack({ status: 'completed', claimedBy: null }, false)).toBe(false);
  });

  it('knows the claim of the one who asks', () => {
    expect(hasClaimed(radiologist, { claimedBy: 'r1' })).toBe(true);
    expect(hasClaimed(radiologist, { claimedBy: 'r2' })).toBe(false);
    expect(hasClaimed(radiologist, { claimedBy: null })).toBe(false);
    expect(hasClaimed(patient('r1'), { claimedBy: 'r1' })).toBe(false);
  });

  it('knows a claim of a colleague', () => {
    expect(isClaimedByAnother(radiologist, { claimedBy: null })).toBe(false);
    expect(isClaimedByAnother(radiologist, { claimedBy: 'r1' })).toBe(false);
    expect(isClaimedByAnother(radiologist, { claimedBy: 'r2' })).toBe(true);
  });
});

const at = (time: string) => new Date(`2026-11-22T${time}:00Z`);
/** An urgent case that came at 00:00: half of its time is over at 12:00, all of it at 24:00. */
const untold = {
  status: 'processing' as const,
  claimedBy: null,
  dueAt: new Date('2026-11-23T00:00:00Z'),
  urgency: 'urgent' as const,
  lateToldFor: null,
  unclaimedToldFor: null,
};
const afterDue = new Date('2026-11-23T00:00:01Z');

it('a case that nobody claims for half of its time is told of, once for its due time', () => {
  expect(isLongUnclaimed(untold, at('11:59'))).toBe(false);
  expect(isLongUnclaimed(untold, at('12:00'))).toBe(true);
  expect(isLongUnclaimed({ ...untold, claimedBy: 's1' }, at('12:00'))).toBe(false);
  expect(isLongUnclaimed({ ...untold, status: 'completed' }, at('12:00'))).toBe(false);
  expect(isLongUnclaimed({ ...untold, status: 'completed', claimedBy: 's1' }, at('12:00'))).toBe(false);
  expect(isLongUnclaimed({ ...untold, dueAt: null }, at('12:00'))).toBe(false);

  expect(untoldOf(untold, at('11:59'))).toEqual({ isLate: false, isUnclaimed: false });
  expect(untoldOf(untold, at('12:00'))).toEqual({ isLate: false, isUnclaimed: true });
  expect(untoldOf({ ...untold, unclaimedToldFor: untold.dueAt }, at('12:00'))).toEqual({
    isLate: false,
    isUnclaimed: false,
  });
  expect(untoldOf({ ...untold, unclaimedToldFor: at('23:00') }, at('12:00')).isUnclaimed).toBe(true);
});

it('a late case is told of once for its due time; with a new due time again', () => {
  expect(untoldOf({ ...untold, claimedBy: 's1' }, afterDue)).toEqual({ isLate: true, isUnclaimed: false });
  expect(untoldOf({ ...untold, lateToldFor: untold.dueAt }, afterDue)).toEqual({ isLate: false, isUnclaimed: true });
  expect(untoldOf({ ...untold, lateToldFor: at('23:00') }, afterDue).isLate).toBe(true);
});

it('a claim ends when its holder is away or idle for so long, and not before', () => {
  const claimActiveAt = new Date('2026-11-23T08:00:00Z');
  const row = { status: 'processing', claimedBy: 'a', claimActiveAt } as const;
  const at = (time: string, there = ['a'], idleHours = 4) => ({
    now: new Date(`2026-11-23T${time}Z`),
    idleHours,
    there: new Set(there),
  });
  expect(claimEnds(row, at('11:59:59'))).toBeNull();
  expect(claimEnds(row, at('12:00:00'))).toBe('idle');
  expect(claimEnds(row, at('09:00:00', ['a'], 1))).toBe('idle');
  expect(claimEnds(row, at('08:00:01', ['b']))).toBe('absent');
  expect(claimEnds({ ...row, claimedBy: null }, at('12:00:00'))).toBeNull();
  expect(claimEnds({ ...row, status: 'completed' }, at('12:00:00', []))).toBeNull();
});
