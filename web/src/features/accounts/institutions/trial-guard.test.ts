import { describe, expect, it } from 'vitest';
import { whereTo } from './trial-guard.tsx';

describe('the guard', () => {
  const user = (role: 'admin' | 'reader' | 'member') =>
    ({ role }) as unknown as NonNullable<Parameters<typeof whereTo>[0]['user']>;
  it('waits while the user loads, then sends away who may not enter', () => {
    expect(whereTo({ user: null, loading: true, error: null }, true)).toBe('wait');
    expect(whereTo({ user: null, loading: false, error: null }, true)).toBe('/duaicheck-trial/login');
    expect(whereTo({ user: user('member'), loading: false, error: null }, true)).toBe('/unauthorized');
    expect(whereTo({ user: user('member'), loading: false, error: null }, false)).toBe('enter');
    const reader = { user: user('reader'), loading: false, error: null };
    const studies = '/duaicheck-trial/dashboard/studies';
    for (const path of [studies, `${studies}/1/report`]) expect(whereTo(reader, true, path)).toBe('enter');
    for (const path of ['/duaicheck-trial/dashboard', '/duaicheck-trial/members', `${studies}x`])
      expect(whereTo(reader, true, path)).toBe(studies);
    expect(whereTo({ user: user('admin'), loading: false, error: null }, true)).toBe('enter');
  });
});
