import { configDefaults, defineConfig } from 'vitest/config';
import { modelCards } from './web/model-cards.ts';

const report = process.env.TEST_REPORT ?? 'reports/vitest.json';

/** Tests against real servers on loopback. */
const withServers = {
  globalSetup: ['server/src/testing/global-setup.ts'],
  // Limits only for what hangs: tests wait for effects, so a slow machine changes no outcome.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 100 } },
  // One more than there are cores, because a worker waits for databases most of its time (docs/decisions/0360).
  maxWorkers: 3,
};

/**
 * The files of a worker share its modules: loading them anew for every file took more than half of the processor's time
 * (docs/decisions/0115). Replaced globals and methods are restored after each test.
 */
const oneProcess = { isolate: false, unstubGlobals: true };

/**
 * Three projects: fast tests without external parts, tests against real servers, and the long ones among these, which make
 * servers, disks or networks fail, or run for minutes (npm run test:long).
 */
export default defineConfig({
  test: {
    reporters: [
      'default',
      ['json', { outputFile: report }],
      ['./scripts/testing/file-times-reporter.ts', { outputFile: `${report}.times` }],
    ],
    // npm test -- --changed selects tests by imports, but these files are read, not imported.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/server/migrations/**'],
    projects: [
      {
        // Pages read the model cards as the build gives them.
        plugins: [modelCards()],
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
          // Runs after the fast tests, with as many workers as allowed.
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
