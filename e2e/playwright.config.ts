import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// The journeys' pictures lie in reports/ of the project, from wherever this is started.
process.chdir(join(import.meta.dirname, '..'));

/** Journeys in Debian's Chromium against a real server of their own (support/server.ts). */
export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.e2e.ts',
  // Journeys that walk a known way once more, in another language or over a line that fails, are of npm run test:long.
  projects: [
    { name: 'short', grepInvert: /@long/ },
    { name: 'long', grep: /@long/ },
  ],
  globalSetup: './support/template.ts',
  // Every file has a server of its own; within a file one journey follows the other.
  workers: 2,
  fullyParallel: false,
  // Twice what the longest of them takes on a busy machine; each action and each expectation has a limit of its own.
  timeout: 300_000,
  // A journey that fails now and then is mended, not tried again (docs/decisions/0027).
  retries: 0,
  expect: { timeout: 20_000 },
  // A picture that is missing is a failure, not an occasion to take one (npm run looks).
  updateSnapshots: 'none',
  snapshotPathTemplate: '{testDir}/../looks/{arg}{ext}',
  outputDir: '../test-results',
  reporter: [['list'], ['json', { outputFile: process.env.TEST_REPORT ?? '../reports/playwright.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    screenshot: 'only-on-failure',
    // A quarter of all work where it is written, so only when it is asked for: TRACE=1 (docs/decisions/0081).
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      // The same Chromium without its windows: a quarter less work (docs/decisions/0115).
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // As with windows: letters stand between pixels too.
        '--font-render-hinting=none',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
