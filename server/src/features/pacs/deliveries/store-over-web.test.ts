import { expect, it } from 'vitest';
import { outcomeOf } from './store-over-web.ts';

const UID = '2.25.7';
const reference = (more: object = {}) => ({ Value: [{ '00081155': { vr: 'UI', Value: [UID] }, ...more }] });
const failed = (reason: number) => ({ '00081198': reference({ '00081197': { vr: 'US', Value: [reason] } }) });
const outcome = (status: number, told: unknown) =>
  outcomeOf(status, Buffer.from(typeof told === 'string' ? told : JSON.stringify(told)), UID);

it.each([
  [200, { '00081199': reference() }, 'sent'],
  [200, [{ '00081199': reference() }], 'sent'],
  [202, { '00081199': reference() }, 'sent'],
  [200, '', 'sent'],
  // An instance that is there already is there.
  [409, failed(0x0111), 'sent'],
  [409, failed(0xa900), 'FAILURE a900'],
  [202, failed(0xc000), 'FAILURE c000'],
  // Another instance than ours was stored.
  [200, { '00081199': { Value: [{ '00081155': { Value: ['2.25.8'] } }] } }, 'HTTP 200'],
  [409, '', 'HTTP 409'],
  [401, { '00081199': reference() }, 'HTTP 401'],
  [500, '<html>', 'HTTP 500'],
  [302, '', 'HTTP 302'],
])('an answer %i %j means %s', (status, told, meaning) => {
  expect(outcome(status, told)).toBe(meaning);
});
