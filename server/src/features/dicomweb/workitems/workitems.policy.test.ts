import type { dicomweb } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import {
  cancellationOf,
  changeOf,
  isTooLarge,
  performerOf,
  refusedAtCreation,
  TAGS,
  updateOf,
} from './workitems.policy.ts';
import type { WorkitemRow } from './workitems.tables.ts';

const done: dicomweb.DicomJson = {
  [TAGS.performed]: {
    vr: 'SQ',
    Value: [
      {
        [TAGS.performedStart]: { vr: 'DT', Value: ['20261123'] },
        [TAGS.performedEnd]: { vr: 'DT', Value: ['20261123'] },
        [TAGS.performedCode]: { vr: 'SQ', Value: [{}] },
      },
    ],
  },
};
const item = (state: WorkitemRow['state'], more: Partial<WorkitemRow> = {}) => ({
  ...{ state, performer: 'other' as const, dataSet: done, transactionUid: state === 'SCHEDULED' ? null : '2.25.1' },
  ...more,
});

/** Rows of PS3.4 table CC.1.1-2: with the right Transaction UID, then with a wrong one. */
describe('a change of state', () => {
  it.each([
    ['SCHEDULED', 'IN PROGRESS', 200, 200],
    ['SCHEDULED', 'COMPLETED', 409, 409],
    ['SCHEDULED', 'CANCELED', 409, 409],
    ['SCHEDULED', 'SCHEDULED', 400, 400],
    ['IN PROGRESS', 'IN PROGRESS', 409, 409],
    ['IN PROGRESS', 'COMPLETED', 200, 400],
    ['IN PROGRESS', 'CANCELED', 200, 400],
    ['COMPLETED', 'IN PROGRESS', 409, 409],
    ['COMPLETED', 'COMPLETED', 200, 400],
    ['COMPLETED', 'CANCELED', 409, 400],
    ['CANCELED', 'IN PROGRESS', 409, 409],
    ['CANCELED', 'COMPLETED', 409, 400],
    ['CANCELED', 'CANCELED', 200, 400],
  ] as const)('from %s to %s is answered by %d, with another Transaction UID by %d', (from, to, right, wrong) => {
    expect(changeOf(item(from), to, '2.25.1').status).toBe(right);
    expect(changeOf(item(from), to, '2.25.2').status).toBe(wrong);
    if (to !== 'SCHEDULED') expect(changeOf(item(from), to, undefined).warning).toBe('The Transaction UID is missing.');
  });

  it('to COMPLETED needs to be told what was done, and when', () => {
    expect(changeOf(item('IN PROGRESS', { dataSet: {} }), 'COMPLETED', '2.25.1').status).toBe(409);
  });

  it('is nobody else’s where our algorithms do the work', () => {
    expect(changeOf(item('SCHEDULED', { performer: 'house' }), 'IN PROGRESS', '2.25.1').status).toBe(409);
    const ours = item('IN PROGRESS', { performer: 'house', transactionUid: null });
    expect(changeOf(ours, 'COMPLETED', '2.25.1').status).toBe(400);
    expect(updateOf(ours, undefined, {}).status).toBe(409);
  });
});

it('attributes are changed before the claim by anybody, then by the performer, and never when it has ended', () => {
  const label = { [TAGS.label]: { vr: 'LO', Value: ['x'] } };
  expect(updateOf(item('SCHEDULED'), undefined, label).status).toBe(200);
  expect(updateOf(item('IN PROGRESS'), '2.25.1', label).status).toBe(200);
  expect(updateOf(item('IN PROGRESS'), undefined, label)).toMatchObject({
    status: 400,
    warning: expect.stringContaining('missing'),
  });
  expect(updateOf(item('IN PROGRESS'), '2.25.2', label)).toMatchObject({
    status: 400,
    warning: expect.stringContaining('incorrect'),
  });
  expect(updateOf(item('COMPLETED'), '2.25.1', label).status).toBe(400);
  expect(updateOf(item('SCHEDULED'), undefined, { [TAGS.state]: { vr: 'CS', Value: ['COMPLETED'] } }).status).toBe(400);
});

it('a request to cancel is followed before the claim; afterwards its performer is told if he listens, and decides', () => {
  const asked = (of: ReturnType<typeof item>, isListening = false) => cancellationOf(of, { isListening });
  expect(asked(item('SCHEDULED'))).toEqual({ status: 202, next: 'CANCELED' });
  expect(asked(item('IN PROGRESS')).warning).toBe('The performer cannot be contacted.');
  expect(asked(item('IN PROGRESS'), true)).toEqual({ status: 202 });
  const ours = item('IN PROGRESS', { performer: 'house' });
  expect(asked(ours, true).warning).toBe('Performer chooses not to cancel.');
  expect(asked(item('COMPLETED'), true)).toEqual({ status: 409, warning: 'The UPS is already COMPLETED.' });
  expect(asked(item('CANCELED'))).toMatchObject({ status: 202, warning: expect.stringContaining('CANCELED') });
});

it('is created scheduled and whole; the code of the work says whether it is ours', () => {
  const text = (value: string) => ({ vr: 'LO', Value: [value] });
  const asked: dicomweb.DicomJson = {
    [TAGS.state]: text('SCHEDULED'),
    [TAGS.scheduledStart]: text('20261123120000'),
    [TAGS.inputReadiness]: text('READY'),
    [TAGS.priority]: text('HIGH'),
    [TAGS.label]: text('Analysis'),
    [TAGS.input]: { vr: 'SQ' },
    [TAGS.scheduledCode]: { vr: 'SQ', Value: [{ '00080100': text('ANALYSE'), '00080102': text('99DUAI') }] },
  };
  expect(refusedAtCreation(asked)).toBeUndefined();
  expect(performerOf(asked)).toBe('house');
  expect(performerOf({ ...asked, [TAGS.scheduledCode]: { vr: 'SQ' } })).toBe('other');
  const changes: dicomweb.DicomJson[] = [
    { [TAGS.state]: text('IN PROGRESS') },
    { [TAGS.transactionUid]: text('2.25.1') },
    { [TAGS.label]: { vr: 'LO' } },
  ];
  for (const change of changes) expect(refusedAtCreation({ ...asked, ...change })).toEqual({ status: 400 });
});

it('one that is nested deeper than can be written is too large', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  expect(isTooLarge({ '00404046': { vr: 'LO', Value: [deep] } } as dicomweb.DicomJson)).toBe(true);
  expect(isTooLarge({ '00404046': { vr: 'LO', Value: ['x'] } })).toBe(false);
});
