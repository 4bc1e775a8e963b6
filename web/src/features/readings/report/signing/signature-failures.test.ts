import { expect, it } from 'vitest';
import { ApiError } from '../../../../lib/api.ts';
import { canSignAgain, isMistyped, isUnconfirmed } from './signature-failures.ts';

it.each([
  ['a wrong password', new ApiError(403, 'PASSWORD_WRONG', ''), 'mistyped'],
  ['a wrong code', new ApiError(403, 'TOTP_CODE_WRONG', ''), 'mistyped'],
  ['no connection', new ApiError(0, 'NO_CONNECTION', ''), 'unconfirmed'],
  ['a proxy without a server', new ApiError(502, 'UNREADABLE_ANSWER', ''), 'unconfirmed'],
  ['an answer that breaks off', new SyntaxError('Unexpected end of JSON input'), 'unconfirmed'],
  ['a report that was changed', new ApiError(409, 'REPORT_CHANGED', ''), 'refused'],
])('%s', (_, error, kind) => {
  expect([isMistyped(error), isUnconfirmed(error), canSignAgain(error)]).toEqual([
    kind === 'mistyped',
    kind === 'unconfirmed',
    kind !== 'refused',
  ]);
});
