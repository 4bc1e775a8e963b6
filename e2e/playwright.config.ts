import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// Pictures of journeys go to reports/ of the project, wherever this is started from.
process.chdir(join(import.meta.dirname, '..'));

/** Runs the journeys in Debian's Chromium against a separate real server (support/server.ts). */
export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.e2e.ts',
  // Journeys that repeat a known path in another language or over a failing connection belong to npm run test:long.
  projects: [
    { name: 'short', grepInvert: /@long/ },
    { name: 'long', grep: /@long/ },
  ],
  globalSetup: './support/template.ts',
  // Every file has its own server; the journeys within a file run one after the other.
  workers: 2,
  fullyParallel: false,
  // Twice the time of the longest journey on a busy machine; each action and each expectation has its own limit.
  timeout: 300_000,
  // A flaky journey is fixed, not retried (docs/decisions/0027).
  retries: 0,
  expect: { timeout: 20_000 },
  // A missing picture is a failure and is not created automatically (npm run looks).
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
    // Writing traces takes a quarter of all work, so they are written only on request: TRACE=1 (docs/decisions/0081).
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      // The same Chromium without windows needs a quarter less work (docs/decisions/0115).
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // As in windowed Chromium: letters are positioned between pixels too.
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
