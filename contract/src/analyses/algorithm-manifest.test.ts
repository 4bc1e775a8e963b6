import { expect, it } from 'vitest';
import { algorithmManifestSchema } from './algorithm-manifest.ts';

/** Whether the schema reports a problem at this path; the rest of the manifest is empty. */
const isRefused = (manifest: object, ...path: string[]): boolean =>
  algorithmManifestSchema.safeParse(manifest).error!.issues.some((issue) => issue.path.join('.') === path.join('.'));

it.each(['\n', '\r\n', '\u2028', '\u0085'])('words of a manifest are one line: %j in them is refused', (lineBreak) => {
  const broken = `Lungs${lineBreak}X-Other: 1`;
  expect(isRefused({ maker: broken }, 'maker')).toBe(true);
  expect(isRefused({ title: { tr: 'a', en: broken, ar: 'a' } }, 'title', 'en')).toBe(true);
  expect(isRefused({ licence: broken }, 'licence')).toBe(true);
  expect(isRefused({ maker: 'Lungs, Inc.' }, 'maker')).toBe(false);
});
