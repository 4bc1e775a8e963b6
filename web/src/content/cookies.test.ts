import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KEPT_ITEMS } from './cookies.ts';

const ROOT = join(import.meta.dirname, '../../..');
const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const named = KEPT_ITEMS.map(({ name }) => name).join();

/** The files that store something in a browser, with the names that the policy lists. */
const WRITERS: Record<string, readonly string[]> = {
  'web/src/enhance/home/home-banner.ts': ['homeBannerDismissed-v2'],
  'web/src/enhance/news-banner.ts': ['newsBannerClosed', 'announcement-{id}-dismissed'],
  'web/src/features/cases/uploads/upload-plan.ts': ['duai-upload-…'],
  'web/src/features/shares/opened-share.ts': ['duai-opened-share'],
  'web/src/features/accounts/institutions/trial-auth.tsx': ['trialSignedIn'],
  'web/src/lib/cookie-choice.ts': ['duai-cookie-choice'],
  'web/src/lib/draft.ts': ['duai-draft-…'],
  'web/src/lib/language.ts': ['duai-language'],
  'web/src/lib/session.ts': ['secondOpinionToken'],
  'web/src/lib/theme.ts': ['duai-theme'],
};

it('every place that keeps something in a browser is known, and the cookie policy lists what it keeps', () => {
  const writers = textsOf('web/src/**/*.{ts,tsx}').filter(({ text }) =>
    /\.setItem\(|document\.cookie|indexedDB|caches\.open|cookieStore/.test(text),
  );
  expect(writers.map(({ path }) => path).sort()).toEqual(Object.keys(WRITERS).sort());
  for (const name of Object.values(WRITERS).flat()) expect(named).toContain(name);
});

it('every cookie of the server stands in the cookie policy, and no other', () => {
  const setters = textsOf('server/src/**/*.ts').filter(({ text }) => text.includes('.setCookie('));
  expect(setters.length).toBeGreaterThan(0);
  const names = textsOf('server/src/features/**/*.routes.ts').flatMap(({ text }) =>
    [...text.matchAll(/'(duai_\w+)'/g)].map(([, name]) => name!),
  );
  const listed = KEPT_ITEMS.filter(({ where }) => where === 'Cookie').map(({ name }) => name);
  expect([...new Set(names)].sort()).toEqual(listed.sort());
});
