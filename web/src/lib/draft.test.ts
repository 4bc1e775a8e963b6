import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropAllDrafts, dropDraft, keepDraft, readDraft } from './draft.ts';

beforeEach(() => {
  const kept: Record<string, string> = {};
  const storage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
    removeItem: (key: string) => {
      delete kept[key];
    },
  };
  // As in a browser, stored items are the object's own keys.
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(storage, {
      ownKeys: () => Object.keys(kept),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

describe('a draft', () => {
  it('comes back to whoever typed it, and to nobody else', () => {
    keepDraft('case', 'a@duai.example', { symptoms: 'öksürük' });
    expect(readDraft('case', 'a@duai.example')).toEqual({ symptoms: 'öksürük' });
    expect(readDraft('case', 'b@duai.example')).toBeNull();
  });

  it('goes when it was sent, and all go at sign-out', () => {
    keepDraft('case', 'a', { x: 1 });
    keepDraft('registration', '', { y: 1 });
    dropDraft('case');
    expect(readDraft('case', 'a')).toBeNull();
    dropAllDrafts();
    expect(readDraft('registration', '')).toBeNull();
  });

  it('is as if there were none where it cannot be read or kept', () => {
    sessionStorage.setItem('duai-draft-case', '{');
    expect(readDraft('case', 'a')).toBeNull();
    vi.stubGlobal('sessionStorage', {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    expect(() => keepDraft('case', 'a', {})).not.toThrow();
  });
});
