import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collectGarbage } from '../../testing/collect-garbage.ts';
import { createSpill, spillStream } from './spill.ts';

const numbered = (index: number, bytes: number) => Buffer.alloc(bytes, index % 251);

it('gives back what was added, small or large, in order', async () => {
  const spill = createSpill();
  const sizes = [0, 1, 300_000, 7, 262_144, 100];
  for (const [index, bytes] of sizes.entries()) await spill.add(numbered(index, bytes));
  expect(spill.size()).toBe(sizes.reduce((sum, bytes) => sum + bytes, 0));
  const read: Buffer[] = [];
  for await (const piece of spillStream(spill)) read.push(piece);
  expect(Buffer.concat(read).equals(Buffer.concat(sizes.map((bytes, index) => numbered(index, bytes))))).toBe(true);
});

it('[TRU-018] holds no more than its last pieces in memory, however much was added', async () => {
  const spill = createSpill();
  const added: WeakRef<Buffer>[] = [];
  for (let index = 0; index < 200; index += 1) {
    const piece = numbered(index, 100_000);
    added.push(new WeakRef(piece));
    await spill.add(piece);
  }
  await turn();
  collectGarbage();
  expect(added.filter((piece) => piece.deref()).length).toBeLessThan(10);
  await spill.close();
});

it('closes its file with its stream, read or not', async () => {
  const spill = createSpill();
  await spill.add(numbered(1, 300_000));
  const stream = spillStream(spill);
  stream.destroy();
  await new Promise((resolve) => stream.once('close', resolve));
  await turn();
  await expect(spill.read().next()).rejects.toThrow();
});
