import type { cases } from '@duai/contract';
import { expect, it } from 'vitest';
import { nextOf, whatIsNext } from './next-case.tsx';

const row = (id: string, change: Partial<cases.WorklistRow> = {}) =>
  ({
    id,
    status: 'processing',
    isConsentMissing: false,
    claimedBy: null,
    assignedTo: null,
    ...change,
  }) as cases.WorklistRow;

it('[RED-008] the next case is the first of the view that waits for this reader', () => {
  const rows = [
    row('signed now'),
    row('of a colleague', { claimedBy: { id: 'other', name: 'Dr. O' } }),
    row('assigned to a colleague', { assignedTo: { id: 'other', name: 'Dr. O' } }),
    row('without consent', { isConsentMissing: true }),
    row('waits for images', { status: 'uploaded' }),
    row('own', { claimedBy: { id: 'me', name: 'Dr. M' } }),
    row('assigned', { assignedTo: { id: 'me', name: 'Dr. M' } }),
    row('free'),
  ];
  const next = (list: cases.WorklistRow[]) => nextOf(list, { caseId: 'signed now', staffId: 'me' })?.id;
  expect(next(rows)).toBe('own');
  expect(next(rows.filter(({ id }) => id !== 'own'))).toBe('assigned');
  expect(next(rows.slice(-1))).toBe('free');
  expect(next(rows.slice(0, 5))).toBeUndefined();
});

it('[RED-008] a list that could not be fetched is not told as an empty one', () => {
  const of = { caseId: 'signed now', staffId: 'me' };
  const told = (change: Partial<Parameters<typeof whatIsNext>[0]>) =>
    whatIsNext({ data: undefined, isFetchedAfterMount: true, isError: false, ...change }, of);
  expect(told({ isFetchedAfterMount: false })).toBeNull();
  expect(told({ isError: true })).toBe('unknown');
  // What was kept from before the signature may be with a colleague by now.
  expect(told({ data: [row('free')], isError: true })).toBe('unknown');
  expect(told({ data: [row('signed now')] })).toBe('none');
  expect(told({ data: [row('free')] })).toMatchObject({ id: 'free' });
});
