import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createIntake, drainInTurns, inTurns, TURN_BYTES } from './intake.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** How many turns of these come within so many ms. */
async function turnsWithin(ms: number, senders: { next(): Promise<void> }[]): Promise<number[]> {
  const counts = senders.map(() => 0);
  let isOver = false;
  senders.forEach(async (sender, at) => {
    while (!isOver) {
      await sender.next();
      if (!isOver) counts[at]! += 1;
    }
  });
  for (let passed = 0; passed < ms; passed += 1) {
    await vi.advanceTimersByTimeAsync(1);
  }
  isOver = true;
  return counts;
}

it('who sends alone has four times the turns; while another sends too, each account has its turns, however many requests it makes', async () => {
  const intake = createIntake();
  const flood = Array.from({ length: 6 }, () => intake.enter('flood'));
  const [alone] = await turnsWithin(120, [flood[0]!]);
  expect(alone).toBeGreaterThanOrEqual(30);

  const other = intake.enter('other');
  const counts = await turnsWithin(120, [...flood, other]);
  const ofFlood = counts.slice(0, -1).reduce((sum, count) => sum + count, 0);
  expect(ofFlood).toBeLessThanOrEqual(12);
  expect(counts.at(-1)).toBeGreaterThanOrEqual(8);
  // The first byte of somebody who has not sent yet is read at once.
  await intake.enter('third').next();
});

it('who has just sent still counts; a second later the others are on their own', async () => {
  await vi.advanceTimersByTimeAsync(5000);
  const intake = createIntake();
  const flood = intake.enter('flood');
  intake.enter('other').leave();
  const [during] = await turnsWithin(120, [flood]);
  expect(during).toBeLessThanOrEqual(12);
  await vi.advanceTimersByTimeAsync(1000);
  const [after] = await turnsWithin(120, [flood]);
  expect(after).toBeGreaterThanOrEqual(30);
});

it('what is refused is read in turns even when nobody else sends', async () => {
  const drains = createIntake({ isAlwaysShared: true });
  const [count] = await turnsWithin(120, [drains.enter('address')]);
  expect(count).toBeLessThanOrEqual(12);
});

it('a body is read on after its turn, whole and in order', async () => {
  const asked = vi.fn(async () => {});
  const turns = { next: asked, leave: () => {} };
  const pieces = Array.from({ length: 10 }, (_, at) => Buffer.alloc(TURN_BYTES / 2, at));
  const read: Buffer[] = [];
  for await (const chunk of inTurns(Readable.from(pieces), turns)) read.push(chunk);
  expect(Buffer.concat(read).equals(Buffer.concat(pieces))).toBe(true);
  expect(asked).toHaveBeenCalledTimes(6);

  // Who stops half-way leaves the rest to be read by others: its sender has yet to be told why.
  const rest = Readable.from(pieces);
  for await (const _ of inTurns(rest, turns)) break;
  expect(rest.destroyed).toBe(false);

  asked.mockClear();
  const body = Readable.from(pieces);
  const ended = new Promise((resolve) => body.once('end', resolve));
  drainInTurns(body, turns);
  await ended;
  expect(asked).toHaveBeenCalledTimes(5);
});
