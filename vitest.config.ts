import { defineConfig } from 'vitest/config';

/** Two projects: fast tests without any outside part, and tests against real servers on loopback. */
export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: process.env.TEST_REPORT ?? 'reports/vitest.json' }]],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,imaging,algorithms,server,web,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.int.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{contract,imaging,algorithms,server,scripts}/**/*.int.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          // Limits are for what hangs: an effect is waited for, and a slow machine changes no outcome.
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000, interval: 100 } },
          maxWorkers: 2,
        },
      },
    ],
  },
});
