import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { type Instance, startInstance } from '../../scripts/instance.ts';
import { clockFileOf } from './clock.ts';
import { copyOfTemplate } from './template.ts';

interface Fixtures {
  page: Page;
  server: Instance;
  /** The first page of somebody else, in a browser that shares nothing with the page's; closed at the end. */
  openBrowser: (options: BrowserContextOptions) => Promise<Page>;
}

/** A server of its own for every file: what one journey leaves behind is no other's business. Pages whose console stays clean. */
export const test = base.extend<
  Fixtures,
  { serverEnv: Record<string, string>; serverOf: (file: string) => Promise<Instance> }
>({
  /** Settings of the server, for files whose journeys need others. */
  serverEnv: [{}, { scope: 'worker', option: true }],
  serverOf: [
    async ({ serverEnv }, use) => {
      let running: { file: string; server: Instance } | undefined;
      await use(async (file) => {
        if (running?.file === file) return running.server;
        await running?.server.remove();
        running = undefined;
        const dataDir = await copyOfTemplate();
        const server = await startInstance({ dataDir, env: { ...serverEnv, CLOCK_OFFSET_FILE: clockFileOf(dataDir) } });
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
    const end = watch(page);
    await use(page);
    await end();
  },
  openBrowser: async ({ browser, baseURL }, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ baseURL, ...options });
      const page = await context.newPage();
      const end = watch(page);
      ends.push(async () => {
        await end();
        await context.close();
      });
      return page;
    });
    for (const end of ends) await end();
  },
});

/** To be called at the end of a journey: nothing of its browser is on its way, and the page's console stayed clean. */
function watch(page: Page): () => Promise<void> {
  const complaints = complaintsOf(page);
  const arrivals = arrivalsIn(page.context());
  return async () => {
    await arrivals();
    expect(complaints).toEqual([]);
  };
}

/**
 * Waits for the documents that the pages of a context are on their way to. Chromium now and then never lets go of a
 * context that is closed between the request for a document and its arrival, and a journey may well end on such a step
 * (signing out, in this tab and in the other one).
 */
function arrivalsIn(context: BrowserContext): () => Promise<void> {
  const arrivals = context.pages().map(arrivalOf);
  context.on('page', (page) => arrivals.push(arrivalOf(page)));
  return async () => {
    await Promise.all(arrivals.map((arrival) => arrival()));
  };
}

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
