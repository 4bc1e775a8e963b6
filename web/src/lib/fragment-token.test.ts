import { describe, expect, it } from 'vitest';
import { tokenOfFragment } from './fragment-token.ts';

describe('the token of a mailed link', () => {
  it('is read from the fragment', () => expect(tokenOfFragment('#token=abc-_123')).toBe('abc-_123'));
  it('is null where there is none', () => {
    expect(tokenOfFragment('')).toBeNull();
    expect(tokenOfFragment('#token=')).toBeNull();
    expect(tokenOfFragment('#help')).toBeNull();
  });
});
