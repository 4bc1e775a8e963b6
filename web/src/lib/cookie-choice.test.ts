import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ACCEPT_ALL,
  COOKIE_CATEGORIES,
  COOKIE_CHOICE_KEY,
  isAllowed,
  REJECT_ALL,
  storeCookieChoice,
  storedCookieChoice,
} from './cookie-choice.ts';
import { applyTheme, rekeepTheme, storedTheme } from './theme.ts';

const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
});

describe('the cookie choice', () => {
  it('allows nothing but the essential before it is made, and what was chosen after', () => {
    const allowed = () => COOKIE_CATEGORIES.filter(isAllowed);
    expect(storedCookieChoice()).toBeNull();
    expect(allowed()).toEqual(['essential']);
    storeCookieChoice({ ...REJECT_ALL, preference: true });
    expect(allowed()).toEqual(['essential', 'preference']);
    storeCookieChoice(REJECT_ALL);
    expect(allowed()).toEqual(['essential']);
    storeCookieChoice(ACCEPT_ALL);
    expect(allowed()).toEqual([...COOKIE_CATEGORIES]);
  });

  it('is asked for again after a year', () => {
    storeCookieChoice(ACCEPT_ALL, new Date('2026-01-01'));
    expect(storedCookieChoice(new Date('2026-12-31'))).toEqual(ACCEPT_ALL);
    expect(storedCookieChoice(new Date('2027-01-02'))).toBeNull();
  });

  it.each(['', 'null', '{', '{"analytics":true}', '"yes"'])('is none where the storage holds %j', (text) => {
    localStorage.setItem(COOKIE_CHOICE_KEY, text);
    expect(storedCookieChoice()).toBeNull();
  });
});

describe('the theme', () => {
  it('is remembered beyond this visit only with consent to preferences', () => {
    applyTheme('dark');
    expect([localStorage.getItem('duai-theme'), sessionStorage.getItem('duai-theme')]).toEqual([null, 'dark']);
    expect(storedTheme()).toBe('dark');
    storeCookieChoice(ACCEPT_ALL);
    applyTheme('light');
    expect([localStorage.getItem('duai-theme'), sessionStorage.getItem('duai-theme')]).toEqual(['light', null]);
    storeCookieChoice(REJECT_ALL);
    rekeepTheme();
    expect([localStorage.getItem('duai-theme'), sessionStorage.getItem('duai-theme')]).toEqual([null, 'light']);
    applyTheme('system');
    expect(storedTheme()).toBe('system');
  });
});
