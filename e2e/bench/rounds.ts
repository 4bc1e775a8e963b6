import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { given } from '@duai/contract';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { waitFor } from '../../scripts/instance.ts';
import { type QuickSteps, type Steps, viewerOn } from './on-page.ts';

/** Made in each of them, and the time for the quick ones, s. */
export const STEPS = { made: 100, withinSeconds: 2.5 };
/** Pages of the same code open in 0.6 to 1.2 s: of so many, the median counts in each round. Odd. */
export const FIRST_IMAGES = 3;
/** What is fetched ahead has come when nothing more came for so long. */
const AT_REST_MS = 2000;
/** The machine is at rest when for so long no more than this share of its free processors was at work. */
const QUIET_SECONDS = 3;
const QUIET_SHARE = 0.15;
const LONGEST_UNREST_SECONDS = 300;

export interface Candidate {
  readonly address: string;
  /** Of its canvas. */
  readonly selector: string;
  readonly prepare: (context: BrowserContext) => Promise<void>;
  /** After the quick steps of each round. */
  readonly atTheEnd?: (page: Page) => Promise<void>;
}

export interface Round {
  firstImageSeconds: number;
  wheel: Steps;
  keys: Steps;
  quick: QuickSteps;
}

/** A page of its own, with nothing in its cache. */
export async function opened(browser: Browser, { selector, prepare }: Omit<Candidate, 'address'>) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await prepare(context);
  const page = await context.newPage();
  return { context, page, viewer: await viewerOn(page, selector) };
}

/**
 * Each figure of each viewer, so many times: in a round the viewers take turns with each figure, and the next round begins
 * with another one, so that what else the machine does meets all of them alike.
 * @param taken the share of the processors that `takeShare` takes away
 * @returns the rounds of each, in the order given
 */
export async function measureInTurn(
  browser: Browser,
  candidates: readonly Candidate[],
  rounds: number,
  taken: number,
): Promise<Round[][]> {
  const measured = candidates.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1) {
    await machineAtRest(taken);
    const begins = round % candidates.length;
    const inTurn = [...candidates.slice(begins), ...candidates.slice(0, begins)];
    const each = async <Figure>(figure: (of: Candidate) => Promise<Figure>) => {
      const found = new Map<Candidate, Figure>();
      for (const candidate of inTurn) found.set(candidate, await figure(candidate));
      return (candidate: Candidate) => given(found.get(candidate), 'a figure');
    };
    const firstImages: ((of: Candidate) => number)[] = [];
    for (let page = 0; page < FIRST_IMAGES; page += 1) firstImages.push(await each((of) => firstImage(browser, of)));
    const wheelOf = await each((of) => steps(browser, of, 'wheel'));
    const keysOf = await each((of) => steps(browser, of, 'key'));
    const quickOf = await each((of) => quickSteps(browser, of));
    for (const [index, of] of candidates.entries())
      measured[index]?.push({
        firstImageSeconds: medianOf(firstImages.map((imageOf) => imageOf(of))),
        wheel: wheelOf(of),
        keys: keysOf(of),
        quick: quickOf(of),
      });
    console.log(new Date().toISOString(), JSON.stringify(measured.map((all) => all.at(-1))));
  }
  return measured;
}

export function medianOf(values: readonly number[]): number {
  return given(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)], 'the median');
}

async function firstImage(browser: Browser, candidate: Candidate): Promise<number> {
  const { context, viewer } = await opened(browser, candidate);
  const seconds = await viewer.open(candidate.address);
  await context.close();
  return seconds;
}

async function steps(browser: Browser, candidate: Candidate, by: 'wheel' | 'key'): Promise<Steps> {
  const { context, page, viewer } = await opened(browser, candidate);
  await viewer.open(candidate.address);
  await atRest(page);
  const made = await viewer.stepByStep(STEPS.made, by);
  await context.close();
  return made;
}

async function quickSteps(browser: Browser, candidate: Candidate): Promise<QuickSteps> {
  const { context, page, viewer } = await opened(browser, candidate);
  await viewer.open(candidate.address);
  await atRest(page);
  const quick = await viewer.quickSteps(STEPS.made, STEPS.withinSeconds * 1000);
  await candidate.atTheEnd?.(page);
  await context.close();
  return quick;
}

/** What an upload leaves to do (storing, tidying of the database) is over. */
async function machineAtRest(taken: number): Promise<void> {
  const quietShare = taken + QUIET_SHARE * (1 - taken);
  let quietSeconds = 0;
  for (let second = 0; quietSeconds < QUIET_SECONDS; second += 1) {
    if (second > LONGEST_UNREST_SECONDS) throw new Error('the machine is busy with other things');
    const before = workOf();
    await pause(1000);
    quietSeconds = workOf() - before < quietShare * 1000 * cpus().length ? quietSeconds + 1 : 0;
  }
}

/** Ms in which processors were not idle, all together. */
function workOf(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}

/** Nothing more comes from the server. */
async function atRest(page: Page): Promise<void> {
  let lastAt = performance.now();
  page.on('response', () => {
    lastAt = performance.now();
  });
  await waitFor(
    async () => performance.now() - lastAt > AT_REST_MS || undefined,
    120_000,
    () => 'the page does not come to rest',
  );
}
