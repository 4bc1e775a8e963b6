import { defineConfig } from '@playwright/test';

/** Journeys in Debian's Chromium against a real server of their own (support/server.ts). */
export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.e2e.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 180_000,
  // A browser on a busy machine may miss a moment: once more on a fresh server, and the report calls it flaky.
  retries: 1,
  expect: { timeout: 20_000 },
  outputDir: '../test-results',
  reporter: [['list'], ['json', { outputFile: process.env.TEST_REPORT ?? '../reports/playwright.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
