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
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{contract,imaging,algorithms,server,scripts}/**/*.int.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
