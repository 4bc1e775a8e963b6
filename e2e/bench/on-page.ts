import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** No other image comes where none came for so long. */
const STEP_MS = 5000;
/** One notch of a wheel, CSS pixels. */
const WHEEL = 100;

export interface Steps {
  seconds: number;
  /** Of these, from the event in the page to the image; the rest is the browser's and the driver's. */
  inPageSeconds: number;
  withoutImage: number;
}

/** What a run of quick steps left on the screen. */
export interface QuickSteps {
  /** Images of which no two are alike. */
  drawn: number;
  blanks: number;
  /** From the last step to the last image, ms. */
  latencyMs: number;
}

/** Runs in the page: what its canvas shows, told apart by a coarse sample of its pixels. */
function install(selector: string): void {
  const sample = document.createElement('canvas');
  sample.width = 48;
  sample.height = 48;
  const context = sample.getContext('2d', { willReadFrequently: true });
  /** Null where there is no canvas, 0 where all of it is black. */
  const look = (): number | null => {
    const canvas = document.querySelector<HTMLCanvasElement>(selector);
    if (!context || !canvas?.width) return null;
    context.clearRect(0, 0, 48, 48);
    context.drawImage(canvas, 0, 0, 48, 48);
    const { data } = context.getImageData(0, 0, 48, 48);
    let [hash, light] = [0x811c9dc5, 0];
    for (let at = 0; at < data.length; at += 4) {
      light += data[at] ?? 0;
      hash = Math.imul(hash ^ (data[at] ?? 0), 0x01000193) >>> 0;
    }
    return light === 0 ? 0 : hash;
  };
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const changed = async (from: number | null, withinMs = Number.POSITIVE_INFINITY): Promise<number | null> => {
    const until = performance.now() + withinMs;
    for (;;) {
      await frame();
      if (performance.now() > until) return null;
      const now = look();
      if (now && now !== from) return now;
    }
  };
  /** When the page was told of the step, before its own code. */
  let toldAt: number | undefined;
  for (const event of ['wheel', 'keydown'])
    addEventListener(event, () => (toldAt ??= performance.now()), { capture: true, passive: true });
  Object.assign(globalThis, {
    /** Ends when the first image is there. */
    firstImage: () => changed(null),
    /** Looks at the image on show; the next one that is another is then awaited. */
    awaitNext(withinMs: number) {
      toldAt = undefined;
      const next = changed(look(), withinMs).then(
        (image) => image && performance.now() - (toldAt ?? performance.now()),
      );
      Object.assign(globalThis, { nextImage: () => next });
    },
    /** Counts what is drawn until it is told that all steps were made, and then until no other image comes for two seconds. */
    async watchSteps() {
      const seen = new Set<number>();
      let [blanks, last, lastAt, isBlank] = [0, look(), performance.now(), false];
      for (;;) {
        await frame();
        const { stepsDoneAt } = globalThis as { stepsDoneAt?: number };
        if (stepsDoneAt && performance.now() - Math.max(lastAt, stepsDoneAt) > 2000)
          return { drawn: seen.size, blanks, latencyMs: Math.max(0, lastAt - stepsDoneAt) };
        const now = look();
        if (!now && !isBlank) blanks += 1;
        isBlank = !now;
        if (!now || now === last) continue;
        seen.add(now);
        [last, lastAt] = [now, performance.now()];
      }
    },
  });
}

declare const firstImage: () => Promise<number>;
declare const awaitNext: (withinMs: number) => void;
/** Ms since the page was told of the step; null where no other image came. */
declare const nextImage: () => Promise<number | null>;
declare const watchSteps: () => Promise<QuickSteps>;

/** A viewer in a page whose canvas answers to this selector. */
export async function viewerOn(page: Page, selector: string) {
  await page.addInitScript(`(${install.toString()})(${JSON.stringify(selector)})`);
  const toTheMiddle = async () => {
    const box = await page.locator(selector).first().boundingBox();
    if (!box) throw new Error('nothing to scroll');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  };
  return {
    /** From the call for the page to the first image, s. */
    async open(address: string): Promise<number> {
      const begin = performance.now();
      await page.goto(address, { waitUntil: 'commit' });
      // Not `waitForFunction`: it brings a script of 300 KB into the page, which parses it before its own.
      await page.evaluate(() => firstImage());
      return (performance.now() - begin) / 1000;
    },
    /**
     * One step, then the image, so many times. A step after which no other image comes is counted apart, and made again; the
     * wait for it is not in the time, s.
     */
    async stepByStep(steps: number, by: 'wheel' | 'key'): Promise<Steps> {
      await toTheMiddle();
      // Keys go to what was clicked.
      if (by === 'key') {
        await page.mouse.down();
        await page.mouse.up();
      }
      const step = () => (by === 'key' ? page.keyboard.press('ArrowDown') : page.mouse.wheel(0, WHEEL));
      let [withoutImage, seconds, inPageSeconds, made] = [0, 0, 0, 0];
      while (made < steps) {
        // Before the wheel, which would overtake it: then the image that it brings would be the one that is waited past.
        await page.evaluate((withinMs) => awaitNext(withinMs), STEP_MS);
        const begin = performance.now();
        const [inPageMs] = await Promise.all([page.evaluate(() => nextImage()), step()]);
        if (inPageMs === null) withoutImage += 1;
        else {
          made += 1;
          inPageSeconds += inPageMs / 1000;
          seconds += (performance.now() - begin) / 1000;
        }
        if (withoutImage > steps) throw new Error(`the ${by} brings no other images`);
      }
      return { seconds, inPageSeconds, withoutImage };
    },
    /** So many steps within a time, whatever is drawn of them. */
    async quickSteps(steps: number, withinMs: number): Promise<QuickSteps> {
      await toTheMiddle();
      const watched = page.evaluate(() => watchSteps());
      const made: Promise<void>[] = [];
      const begin = performance.now();
      while (made.length < steps) {
        const due = Math.min(steps, Math.ceil(((performance.now() - begin) / withinMs) * steps));
        // A page that is slow to answer is not waited for: its reader turns the wheel on.
        while (made.length < due) made.push(page.mouse.wheel(0, WHEEL));
        await pause(5);
      }
      await page.evaluate(() => Object.assign(globalThis, { stepsDoneAt: performance.now() }));
      await Promise.all(made);
      return watched;
    },
  };
}
