import { expect, it } from 'vitest';
import { makeStorable } from './storable.ts';

it('takes out what cannot be stored, at any depth, and leaves the rest as it is', () => {
  const body = {
    name: 'Ay\0şe \u{1f600}',
    list: ['half \ud83d', { deep: '\0' }, 7, null, true],
    lines: 'one\r\ntwo\t',
  };
  makeStorable(body);
  expect(body).toEqual({
    name: 'Ayşe \u{1f600}',
    list: ['half \ufffd', { deep: '' }, 7, null, true],
    lines: 'one\r\ntwo\t',
  });
});

it('takes out fields whose name cannot be stored, and makes no other name of it', () => {
  const body: unknown = JSON.parse('{"__proto__\\u0000": {"c": 2}, "a": {"\\ud83d": "x", "b": "y\\u0000"}}');
  makeStorable(body);
  expect(body).toEqual({ a: { b: 'y' } });
  expect((body as { c?: number }).c).toBeUndefined();
});

it('ends on texts nested a hundred thousand times, and does nothing to what is no object', () => {
  const depth = 100_000;
  const nested: unknown = JSON.parse(`${'['.repeat(depth)}"a\\u0000"${']'.repeat(depth)}`);
  expect(() => makeStorable(nested)).not.toThrow();
  for (const nothing of [undefined, null, 'text', 7]) expect(() => makeStorable(nothing)).not.toThrow();
});
