import { test as base, expect, type Page } from '@playwright/test';
import { type Instance, startInstance, temporaryDirectory } from '../../scripts/instance.ts';
import { clockFileOf } from './clock.ts';

/** One server for a worker; pages whose console stays free of errors and warnings. */
export const test = base.extend<{ page: Page }, { server: Instance }>({
  server: [
    // Playwright reads which fixtures are wanted from the pattern; naming one of its own costs nothing.
    async ({ browserName: _ }, use) => {
      const dataDir = await temporaryDirectory();
      const server = await startInstance({ dataDir, env: { CLOCK_OFFSET_FILE: clockFileOf(dataDir) } });
      await use(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.address),
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !isExpected(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use(page);
    expect(complaints).toEqual([]);
  },
});

/** The browser itself logs every 4xx answer (signing in begins with one that says "nobody") and a lost connection. */
const isExpected = (text: string): boolean =>
  /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/.test(text);

export { expect };
