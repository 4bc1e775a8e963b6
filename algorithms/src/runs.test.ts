import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clearRuns, connectedRuns, sizesOf } from './runs.ts';

/** Reference implementation: flood filling from voxel to voxel. Returns the number of its part for each voxel, 0 outside. */
function floodFill(mask: Uint8Array, columns: number, rows: number, slices: number, acrossSlices: boolean) {
  const parts = new Int32Array(mask.length);
  let number = 0;
  for (let seed = 0; seed < mask.length; seed += 1) {
    if (mask[seed] === 0 || parts[seed] !== 0) continue;
    number += 1;
    const open = [seed];
    parts[seed] = number;
    while (open.length > 0) {
      const voxel = open.pop()!;
      const column = voxel % columns;
      const row = Math.floor(voxel / columns) % rows;
      const slice = Math.floor(voxel / (columns * rows));
      const beside = [
        column > 0 && voxel - 1,
        column < columns - 1 && voxel + 1,
        row > 0 && voxel - columns,
        row < rows - 1 && voxel + columns,
        acrossSlices && slice > 0 && voxel - columns * rows,
        acrossSlices && slice < slices - 1 && voxel + columns * rows,
      ];
      for (const neighbour of beside) {
        if (neighbour === false || mask[neighbour] === 0 || parts[neighbour] !== 0) continue;
        parts[neighbour] = number;
        open.push(neighbour);
      }
    }
  }
  return parts;
}

describe('connected runs', () => {
  it('find the parts that flood filling finds, in a slice and across slices', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        fc.infiniteStream(fc.boolean()),
        (columns, rows, slices, acrossSlices, stream) => {
          const mask = Uint8Array.from({ length: columns * rows * slices }, () => (stream.next().value ? 1 : 0));
          const runs = connectedRuns(mask, columns, rows, slices, acrossSlices);
          const found = new Int32Array(mask.length);
          for (let run = 0; run < runs.count; run += 1) {
            const line = runs.line[run]! * columns;
            found.fill(runs.root[run]! + 1, line + runs.start[run]!, line + runs.end[run]!);
          }
          const expected = floodFill(mask, columns, rows, slices, acrossSlices);
          const pairs = new Set([...expected.keys()].map((voxel) => `${expected[voxel]}=${found[voxel]}`));
          const parts = new Set(expected).size;
          expect(pairs.size).toBe(parts);
          const sizes = sizesOf(runs);
          for (let run = 0; run < runs.count; run += 1) {
            const root = runs.root[run]!;
            expect(sizes[root]).toBe(found.filter((part) => part === root + 1).length);
          }
        },
      ),
    );
  });

  it('clear what they are asked to', () => {
    const mask = Uint8Array.from([1, 1, 0, 1, 0, 1]);
    const runs = connectedRuns(mask, 6, 1, 1, false);
    clearRuns(mask, 6, runs, (run) => sizesOf(runs)[runs.root[run]!]! < 2);
    expect([...mask]).toEqual([1, 1, 0, 0, 0, 0]);
  });

  it('grow beyond the space they begin with', () => {
    const columns = 400;
    const rows = 400;
    const mask = Uint8Array.from({ length: columns * rows }, (_, pixel) => (Math.floor(pixel / columns) + pixel) % 2);
    const runs = connectedRuns(mask, columns, rows, 1, false);
    expect(runs.count).toBe((columns * rows) / 2);
  });
});
