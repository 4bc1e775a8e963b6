import type { CDPSession, Page } from '@playwright/test';

interface Point {
  readonly x: number;
  readonly y: number;
}

const STEPS = 8;
/** More than the 40 ms after which Chromium takes a finger as resting. */
const RESTING_FRAMES = 5;

/** Fingers on a touch screen, as the browser gets them from the system: it may scroll or zoom the page by them. */
export class Fingers {
  readonly #page: Page;
  #session: CDPSession | undefined;
  #down: readonly Point[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async #tell(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<void> {
    this.#session ??= await this.#page.context().newCDPSession(this.#page);
    const touchPoints = points.map(({ x, y }, id) => ({ x, y, id }));
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints });
    this.#down = points;
  }

  /** Puts fingers down, one after the other, beside those that are down. */
  async put(...points: readonly Point[]): Promise<void> {
    for (const point of points) await this.#tell('touchStart', [...this.#down, point]);
  }

  /** Moves all fingers that are down, in steps. */
  async move(...to: readonly Point[]): Promise<void> {
    const from = this.#down;
    for (let step = 1; step <= STEPS; step += 1) {
      const along = (start: number, end: number) => start + ((end - start) * step) / STEPS;
      await this.#tell(
        'touchMove',
        to.map(({ x, y }, at) => ({ x: along(from[at]?.x ?? x, x), y: along(from[at]?.y ?? y, y) })),
      );
    }
  }

  /** They rest for some frames first: a tap right after a finger that is lifted in motion is none for Chromium. */
  async lift(): Promise<void> {
    for (let frame = 0; frame < RESTING_FRAMES; frame += 1)
      await this.#page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await this.#tell('touchEnd', []);
  }

  async drag(from: Point, to: Point): Promise<void> {
    await this.put(from);
    await this.move(to);
    await this.lift();
  }
}
