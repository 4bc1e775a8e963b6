import { expect, it } from 'vitest';
import { type AlgorithmManifest, algorithmManifestSchema, packageManifestSchema } from './algorithm-manifest.ts';

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

const inAll = { tr: 'a', en: 'a', ar: 'a' };
const box: AlgorithmManifest = {
  ...{ id: 'test.box', version: '1.0.0', maker: 'Test', title: inAll, intendedUse: inAll, exclusions: [] },
  ...{ engine: 'dicom', inputs: { modalities: [], bodyParts: [] }, thresholds: [], licence: 'none', citation: null },
  ...{ regulatory: [], parameters: {}, remote: { server: 'box', timeLimitSeconds: 60 } },
  outputs: [{ code: 'PAGES', kind: 'picture', name: inAll, count: 3 }],
};
const [page] = box.outputs;
const complaints = (change: Partial<AlgorithmManifest>) =>
  packageManifestSchema.safeParse({ ...box, ...change }).error?.issues.map(({ message }) => message) ?? [];

it('pictures need no code, come from the box of a maker alone, and are one output that says how many', () => {
  expect(complaints({})).toEqual([]);
  expect(complaints({ outputs: [page!, { ...page!, code: 'MORE' }] })).toEqual([
    'at most one output is a picture; `count` says how many are sent',
  ]);
  expect(complaints({ engine: 'kserve' })).toContain('only the box of a maker sends pictures: the engine dicom');
  const measured = { ...page!, kind: 'measurement' as const, unit: '%', coded: { system: 'x', code: 'x' } };
  expect(complaints({ outputs: [measured] })).toEqual(['only a picture has a count']);
  expect(complaints({ outputs: [{ ...page!, count: 21 }] })).toHaveLength(1);
  expect(complaints({ outputs: [{ code: 'A', kind: 'box', name: inAll }] })).toHaveLength(1);
});
