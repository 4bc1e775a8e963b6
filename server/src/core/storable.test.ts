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

it('names the fields of a value by what can be stored', () => {
  const body: unknown = JSON.parse('{"a\\u0000b": {"\\ud83d": "x\\u0000"}, "c": 1}');
  makeStorable(body);
  expect(body).toEqual({ ab: { '\ufffd': 'x' }, c: 1 });
});

it('ends on texts nested a hundred thousand times, and does nothing to what is no object', () => {
  const depth = 100_000;
  const nested: unknown = JSON.parse(`${'['.repeat(depth)}"a\\u0000"${']'.repeat(depth)}`);
  expect(() => makeStorable(nested)).not.toThrow();
  for (const nothing of [undefined, null, 'text', 7]) expect(() => makeStorable(nothing)).not.toThrow();
});
