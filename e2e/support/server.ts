import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Request,
} from '@playwright/test';
import { type Instance, startInstance } from '../../scripts/instance.ts';
import { clockFileOf } from './clock.ts';
import { copyOfTemplate } from './template.ts';

interface Fixtures {
  page: Page;
  server: Instance;
  /** Opens a page for another person, in a browser context that shares nothing with the test's page; closed at the end. */
  openBrowser: (options: BrowserContextOptions) => Promise<Page>;
}

/**
 * Every file has its own server, so that journeys of different files do not affect each other. Pages must keep a clean
 * console.
 */
export const test = base.extend<
  Fixtures,
  { serverEnv: Record<string, string>; serverOf: (file: string) => Promise<Instance> }
>({
  /** Server settings for files whose journeys need others. */
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
  page: async ({ page }, use, info) => {
    const end = await watch(page);
    const calls = lastCalls(page);
    await use(page);
    if (info.status !== info.expectedStatus) await info.attach('calls', { body: calls(), contentType: 'text/plain' });
    await end();
  },
  openBrowser: async ({ browser, baseURL }, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ baseURL, ...options });
      const page = await context.newPage();
      const end = await watch(page);
      ends.push(async () => {
        await end();
        await context.close();
      });
      return page;
    });
    for (const end of ends) await end();
  },
});

/**
 * Returns a function for the end of a journey: it waits for pending document loads, and checks that the page's console stayed
 * clean.
 */
async function watch(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(tellWhatPolicyRefuses);
  const complaints = complaintsOf(page);
  const arrivals = arrivalsIn(page.context());
  return async () => {
    await arrivals();
    expect(complaints).toEqual([]);
  };
}

/**
 * Waits for pending document loads in the pages of a context. Chromium sometimes never releases a context that is closed
 * between the request for a document and its arrival, and a journey may end on such a step (signing out, in this tab and in
 * the other one).
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
      // A request that becomes a download, or is replaced by the next document, never arrives.
      page
        .waitForEvent('requestfailed', { predicate: (failed) => failed === request, timeout: 0 })
        .catch(() => undefined),
    ]);
  });
  return async () => {
    await arriving;
  };
}

const MOST_ENDED = 40;

/**
 * What a page waits for, and then how its last calls ended: a page that waits does not tell for what. The list of a run shows
 * the beginning of it.
 */
function lastCalls(page: Page): () => string {
  const waiting = new Map<Request, number>();
  const ended: string[] = [];
  const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;
  page.on('request', (request) => waiting.set(request, Date.now()));
  const note = (request: Request, end: string) => {
    ended.unshift(`${end} after ${Date.now() - (waiting.get(request) ?? Number.NaN)} ms: ${nameOf(request)}`);
    ended.splice(MOST_ENDED);
    waiting.delete(request);
  };
  page.on('requestfinished', (request) => note(request, 'answered'));
  page.on('requestfailed', (request) => note(request, request.failure()?.errorText ?? 'failed'));
  return () =>
    [
      ...[...waiting].map(([request, began]) => `waiting for ${Date.now() - began} ms: ${nameOf(request)}`),
      ...ended,
    ].join('\n');
}

/** Runs in the page: Chromium writes nothing of a refusal that the page's code catches, Firefox does. */
function tellWhatPolicyRefuses(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`refused by the Content Security Policy: ${violatedDirective} ${blockedURI}`),
  );
}

/** Errors and warnings in the page's console; the list grows while the page is used. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isExpected(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** The browser itself logs every 4xx answer (signing in begins with one, because nobody is signed in) and lost connections. */
const isExpected = (text: string): boolean =>
  /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/.test(text);

export { expect };
