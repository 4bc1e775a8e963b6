import { test as base, expect, type Page } from '@playwright/test';
import { type Instance, startInstance, temporaryDirectory } from '../../scripts/instance.ts';
import { clockFileOf } from './clock.ts';

/** A server of its own for every file: what one journey leaves behind is no other's business. Pages whose console stays clean. */
export const test = base.extend<{ page: Page; server: Instance }, { serverOf: (file: string) => Promise<Instance> }>({
  serverOf: [
    // Playwright reads which fixtures are wanted from the pattern; naming one of its own costs nothing.
    async ({ browserName: _ }, use) => {
      let running: { file: string; server: Instance } | undefined;
      await use(async (file) => {
        if (running?.file === file) return running.server;
        await running?.server.remove();
        running = undefined;
        const dataDir = await temporaryDirectory();
        const server = await startInstance({ dataDir, env: { CLOCK_OFFSET_FILE: clockFileOf(dataDir) } });
        running = { file, server };
        return server;
      });
      await running?.server.remove();
    },
    { scope: 'worker' },
  ],
  server: [async ({ serverOf }, use, { file }) => use(await serverOf(file)), { timeout: 120_000 }],
  baseURL: async ({ server }, use) => use(server.address),
  page: async ({ page }, use) => {
    const complaints = complaintsOf(page);
    const arrival = arrivalOf(page);
    await use(page);
    expect(complaints).toEqual([]);
    await arrival();
  },
});

/**
 * Waits for the document the page is on its way to. Chromium now and then never lets go of a context that is closed
 * between the request for a document and its arrival, and a journey may well end on such a step (signing out).
 */
function arrivalOf(page: Page): () => Promise<void> {
  let arriving: Promise<unknown> | undefined;
  page.on('request', (request) => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    arriving = Promise.race([
      new Promise((resolve) => page.once('load', resolve)),
      // What becomes a download, or is given up for the next document, does not arrive.
      page
        .waitForEvent('requestfailed', { predicate: (failed) => failed === request, timeout: 0 })
        .catch(() => undefined),
    ]);
  });
  return async () => {
    await arriving;
  };
}

/** What the page's console says that it should not: the list grows as the page goes on. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isExpected(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** The browser itself logs every 4xx answer (signing in begins with one that says "nobody") and a lost connection. */
const isExpected = (text: string): boolean =>
  /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/.test(text);

export { expect };
