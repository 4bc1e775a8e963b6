import { expect, it } from 'vitest';
import { affectedJourneys } from './affected-journeys.ts';

const JOURNEYS = [
  'console.e2e.ts',
  'home.e2e.ts',
  'last-metre.e2e.ts',
  'patient-cases.e2e.ts',
  'trial-studies.e2e.ts',
  'upload-resume.e2e.ts',
];

it('a change to one area runs the journeys through it, and those that are known to no area', () => {
  expect(affectedJourneys(['web/src/app/trial/scans/studies.tsx'], JOURNEYS)).toEqual([
    'console.e2e.ts',
    'last-metre.e2e.ts',
    'trial-studies.e2e.ts',
  ]);
  expect(affectedJourneys(['web/src/content/policies.ts'], JOURNEYS)).toEqual([
    'console.e2e.ts',
    'home.e2e.ts',
    'last-metre.e2e.ts',
  ]);
});

it('a journey that was changed is run; documents and tests of the other runners affect none', () => {
  expect(affectedJourneys(['e2e/journeys/home.e2e.ts'], JOURNEYS)).toEqual(['home.e2e.ts']);
  expect(affectedJourneys(['README.md', 'docs/safety.md', 'server/src/config.test.ts'], JOURNEYS)).toEqual([]);
});

it('what belongs to no area affects every journey', () => {
  for (const path of [
    'package-lock.json',
    'web/src/ui/button.tsx',
    'server/src/core/clock.ts',
    'e2e/support/server.ts',
  ])
    expect(affectedJourneys([path], JOURNEYS), path).toEqual(JOURNEYS);
});
