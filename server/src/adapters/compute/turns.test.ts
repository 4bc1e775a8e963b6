import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const all = () => true;

it('accounts take turns, each in its own order', () => {
  const turns = createTurns<string>();
  for (const thing of ['a1', 'a2', 'a3', 'b1']) turns.add(thing[0], thing);
  turns.add(undefined, 'c1');
  const taken = Array.from({ length: 6 }, () => turns.take(all));
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', undefined]);
});

it('who may not have one is passed over and keeps its place', () => {
  const turns = createTurns<string>();
  for (const thing of ['a1', 'a2', 'b1', 'b2']) turns.add(thing[0], thing);
  expect(turns.take((account) => account !== 'a')).toBe('b1');
  expect(turns.take(() => false)).toBeUndefined();
  expect(turns.take(all)).toBe('a1');
  expect(turns.takeAll()).toEqual(['b2', 'a2']);
  expect(turns.take(all)).toBeUndefined();
});
