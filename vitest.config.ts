import { configDefaults, defineConfig } from 'vitest/config';

const report = process.env.TEST_REPORT ?? 'reports/vitest.json';

/** Tests against real servers on loopback. */
const withServers = {
  globalSetup: ['server/src/testing/global-setup.ts'],
  // Limits are for what hangs: an effect is waited for, and a slow machine changes no outcome.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 100 } },
  maxWorkers: 2,
};

/**
 * The files of a worker share its modules: loading them anew for every file took more than half of the processor's time
 * (docs/decisions/0115). What a test puts in the place of a global or of a method is taken back after it.
 */
const oneProcess = { isolate: false, unstubGlobals: true };

/**
 * Three projects: fast tests without any outside part, tests against real servers, and of these the long ones, which take
 * servers, disks and networks away, or make them work for minutes (npm run test:long).
 */
export default defineConfig({
  test: {
    reporters: [
      'default',
      ['json', { outputFile: report }],
      ['./scripts/testing/file-times-reporter.ts', { outputFile: `${report}.times` }],
    ],
    // npm test -- --changed goes by imports; these are read, not imported.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/server/migrations/**'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{texts,contract,imaging,algorithms,server,web,scripts,media}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.{int,long}.test.ts'],
          testTimeout: 60_000,
          ...oneProcess,
        },
      },
      {
        test: {
          ...withServers,
          ...oneProcess,
          name: 'integration',
          // With as many workers as it may have, after the fast ones.
          sequence: { groupOrder: 1 },
          include: ['{contract,imaging,algorithms,server,scripts}/**/*.int.test.ts'],
          exclude: ['**/node_modules/**'],
        },
      },
      {
        test: {
          ...withServers,
          name: 'long',
          sequence: { groupOrder: 2 },
          include: ['{contract,imaging,algorithms,server,scripts}/**/*.long.test.ts'],
          exclude: ['**/node_modules/**'],
        },
      },
    ],
  },
});
