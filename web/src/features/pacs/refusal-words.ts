import type { WorkTexts } from '../../lib/messages.tsx';

type Refusal = keyof WorkTexts['pacs']['refusals'];

/**
 * What the last answer to a delivery means: statuses of C-STORE (PS3.4 table B.2-1, PS3.7 annex C) and Failure Reasons of STOW-RS
 * (PS3.18 table I.2-2), statuses of HTTP, and our own words.
 */
const MEANINGS: readonly (readonly [RegExp, Refusal])[] = [
  [/^(STATUS|FAILURE) (0122|c122)$|^NOT_TAKEN$/, 'kindNotTaken'],
  [/^(STATUS|FAILURE) 0124$|^HTTP 40[13]$/, 'notAllowed'],
  [/^(STATUS|FAILURE) a7/, 'noRoom'],
  [/^(STATUS|FAILURE) (a9|c)/, 'contentRefused'],
  [/^(STATUS|FAILURE|HTTP) /, 'notStored'],
  [/^REJECTED /, 'rejected'],
  [/^NOT_OPEN$/, 'notOpen'],
  [/^ADDRESS_REFUSED$/, 'addressRefused'],
  [/^(NOT_MAKEABLE|NOT_READABLE)$/, 'notMade'],
];

/** A code that is not known here comes from a connection that failed. */
export const refusalOf = (outcome: string): Refusal =>
  MEANINGS.find(([pattern]) => pattern.test(outcome))?.[1] ?? 'connectionFailed';
