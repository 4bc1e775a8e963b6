import { expect, it } from 'vitest';
import { refusalOf } from './refusal-words.ts';

it.each([
  ['NOT_TAKEN', 'kindNotTaken'],
  ['STATUS 0122', 'kindNotTaken'],
  ['FAILURE c122', 'kindNotTaken'],
  ['STATUS 0124', 'notAllowed'],
  ['HTTP 401', 'notAllowed'],
  ['STATUS a700', 'noRoom'],
  ['FAILURE a900', 'contentRefused'],
  ['STATUS c001', 'contentRefused'],
  ['FAILURE 0110', 'notStored'],
  ['HTTP 500', 'notStored'],
  ['REJECTED 1/1/3', 'rejected'],
  ['NOT_OPEN', 'notOpen'],
  ['ADDRESS_REFUSED', 'addressRefused'],
  ['NOT_MAKEABLE', 'notMade'],
  ['ECONNREFUSED', 'connectionFailed'],
  ['TIMED_OUT', 'connectionFailed'],
  ['REMOTE_DOWN', 'connectionFailed'],
] as const)('the answer %s of an archive means: %s', (outcome, meaning) => {
  expect(refusalOf(outcome)).toBe(meaning);
});
