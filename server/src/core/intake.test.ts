import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bodyInTurns, createIntake, inTurns, TURN_BYTES, type Turns } from './intake.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** How many turns each of these senders gets within this many ms. */
async function turnsWithin(ms: number, senders: Turns[]): Promise<number[]> {
  const counts = senders.map(() => 0);
  let isOver = false;
  senders.forEach(async (sender, at) => {
    while (!isOver) {
      await sender.next(TURN_BYTES);
      if (!isOver) counts[at]! += 1;
    }
  });
  for (let passed = 0; passed < ms; passed += 1) {
    await vi.advanceTimersByTimeAsync(1);
  }
  isOver = true;
  return counts;
}

it('who sends alone has ten times the turns; while another sends too, each account has its turns, however many requests it makes', async () => {
  const intake = createIntake();
  const flood = Array.from({ length: 6 }, () => intake.enter('flood'));
  const [alone] = await turnsWithin(120, [flood[0]!]);
  expect(alone).toBeGreaterThanOrEqual(100);

  const other = intake.enter('other');
  const counts = await turnsWithin(120, [...flood, other]);
  const ofFlood = counts.slice(0, -1).reduce((sum, count) => sum + count, 0);
  expect(ofFlood).toBeLessThanOrEqual(12);
  expect(counts.at(-1)).toBeGreaterThanOrEqual(8);
  // The first byte of a new sender is read at once.
  await intake.enter('third').next(1);
});

it('who sends alone waits for no clock, and whatever else is ready is done between two turns', async () => {
  vi.useRealTimers();
  const turns = createIntake({ now: () => 0 }).enter('alone');
  const waits = vi.spyOn(globalThis, 'setTimeout');
  let answered = 0;
  let isOver = false;
  const answer = () => {
    answered += 1;
    if (!isOver) setImmediate(answer);
  };
  setImmediate(answer);
  for (let turn = 1; turn <= 50; turn += 1) {
    await turns.next(TURN_BYTES);
    expect(answered).toBeGreaterThanOrEqual(turn - 1);
  }
  isOver = true;
  expect(waits).not.toHaveBeenCalled();
});

it('who has just sent still counts; an open request that has sent nothing for a second, or at all, slows nobody', async () => {
  await vi.advanceTimersByTimeAsync(5000);
  const intake = createIntake();
  const flood = intake.enter('flood');
  intake.enter('silent');
  expect((await turnsWithin(120, [flood]))[0]).toBeGreaterThanOrEqual(100);

  await intake.enter('other').next(1);
  expect((await turnsWithin(120, [flood]))[0]).toBeLessThanOrEqual(12);
  await vi.advanceTimersByTimeAsync(1000);
  expect((await turnsWithin(120, [flood]))[0]).toBeGreaterThanOrEqual(100);
});

it('requests of an account share its turns, whichever of them came first', async () => {
  const intake = createIntake();
  await intake.enter('account').next(1);
  // After a rest its turns are free at once, but for one request only.
  await vi.advanceTimersByTimeAsync(1000);
  await intake.enter('other').next(1);
  const [one, two] = [intake.enter('account'), intake.enter('account')];
  const counts = await turnsWithin(120, [one, two]);
  expect(counts[0]! + counts[1]!).toBeLessThanOrEqual(12);
});

it('what is refused is read in turns even when nobody else sends', async () => {
  const drains = createIntake({ isAlwaysShared: true });
  const [count] = await turnsWithin(120, [drains.enter('address')]);
  expect(count).toBeLessThanOrEqual(12);
});

it('a turn is for the first bytes, and for each 256 KB after them, in pieces of any size', async () => {
  vi.useRealTimers();
  const intake = createIntake({ now: () => 0, isAlwaysShared: true });
  const waits = vi.spyOn(globalThis, 'setTimeout');
  const turns = intake.enter('account');
  // The first turn is free; each later one waits for its time.
  await turns.next(1);
  for (let sent = 1; sent < TURN_BYTES; sent += 1024) await turns.next(1024);
  expect(waits).toHaveBeenCalledTimes(1);
  for (let sent = 0; sent < 3 * TURN_BYTES; sent += 1024) await turns.next(1024);
  expect(waits).toHaveBeenCalledTimes(4);
});

it('a body is read whole and in order; each byte is paid for once, before it is used', async () => {
  let paid = 0;
  const turns: Turns = {
    next: async (bytes) => {
      paid += bytes;
    },
  };
  const pieces = Array.from({ length: 10 }, (_, at) => Buffer.alloc(TURN_BYTES / 2, at));
  const all = Buffer.concat(pieces);
  expect((await buffer(inTurns(Readable.from(pieces), turns))).equals(all)).toBe(true);
  expect(paid).toBe(all.length);

  // A reader that stops half-way leaves the rest readable, because the sender still has to be told why.
  paid = 0;
  const body = Readable.from(pieces);
  for await (const piece of bodyInTurns(body, turns)) {
    expect(paid).toBe(piece.length);
    break;
  }
  expect(body.destroyed).toBe(false);
  expect((await buffer(bodyInTurns(body, turns))).equals(all.subarray(TURN_BYTES / 2))).toBe(true);
  expect(paid).toBe(all.length);
});

it('a body is not read on before its turn', async () => {
  let given = 0;
  function* source() {
    for (; given < 10; given += 1) yield Buffer.alloc(TURN_BYTES);
  }
  const read = inTurns(
    Readable.from(source(), { highWaterMark: 1 }),
    createIntake({ isAlwaysShared: true }).enter('account'),
  );
  const end = buffer(read);
  await vi.advanceTimersByTimeAsync(1);
  expect(given).toBeLessThanOrEqual(3);
  await vi.advanceTimersByTimeAsync(200);
  expect((await end).length).toBe(10 * TURN_BYTES);
});
