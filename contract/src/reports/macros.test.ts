import { expect, it } from 'vitest';
import { expandMacro, getMacros, macrosSchema, refusalOfName } from './macros.ts';

const MACROS = [{ name: 'normal', text: 'Bulgu saptanmadı.' }];

it('a macro takes the place of its name, where the name stands as a word of its own', () => {
  expect(expandMacro('Akciğer: .normal ve', 16, MACROS)).toEqual({ start: 9, text: 'Bulgu saptanmadı.' });
  expect(expandMacro('.Normal', 7, MACROS)).toEqual({ start: 0, text: 'Bulgu saptanmadı.' });
  expect(expandMacro('x.normal', 8, MACROS)).toBeNull();
  expect(expandMacro('.norma', 6, MACROS)).toBeNull();
  expect(expandMacro('.normal', 3, MACROS)).toBeNull();
});

it('names are words, each once', () => {
  expect(macrosSchema.safeParse(MACROS).success).toBe(true);
  expect(macrosSchema.safeParse([...MACROS, ...MACROS]).success).toBe(false);
  expect(macrosSchema.safeParse([{ name: 'two words', text: 'x' }]).success).toBe(false);
});

it('ı, i, İ and I are one letter in names, however they are encoded', () => {
  for (const [stored, ...typed] of [
    ['IŞIK', 'ışık', 'IŞIK', 'işik', 'İŞİK', 'ışık'.normalize('NFD')],
    ['İdrar', 'idrar', 'İDRAR', 'ıdrar', 'IDRAR', 'İdrar'.normalize('NFD')],
  ] as const) {
    const own = macrosSchema.parse([{ name: stored, text: 'x' }]);
    for (const name of typed) {
      expect(expandMacro(`.${name}`, name.length + 1, own), name).toEqual({ start: 0, text: 'x' });
      expect(macrosSchema.safeParse([...own, { name, text: 'y' }]).success, name).toBe(false);
      expect(refusalOfName(name, own), name).toBe('taken');
    }
  }
});

it('names that were stored before are found, and two of them that are one by now are still told', () => {
  const before = [
    { name: 'ışık', text: 'x' },
    { name: 'işik', text: 'y' },
  ];
  expect(expandMacro('.IŞIK', 5, before)).toEqual({ start: 0, text: 'x' });
  expect(getMacros.answer.safeParse(before).success).toBe(true);
});

it('why a name is refused', () => {
  expect(
    ['', ' ', 'İdrar', 'Normal', 'two words', 'a.b', 'x'.repeat(21)].map((name) => refusalOfName(name, MACROS)),
  ).toEqual([...[null, null, null, 'taken', 'not-a-word', 'not-a-word', 'not-a-word']]);
});
