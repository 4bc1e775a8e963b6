import { expect, it } from 'vitest';
import { expandMacro, macrosSchema } from './macros.ts';

const MACROS = [{ name: 'normal', text: 'Bulgu saptanmadı.' }];

it('a macro takes the place of its name, where the name stands as a word of its own', () => {
  expect(expandMacro('Akciğer: .normal ve', 16, MACROS)).toEqual({ text: 'Akciğer: Bulgu saptanmadı. ve', caret: 26 });
  expect(expandMacro('.Normal', 7, MACROS)).toEqual({ text: 'Bulgu saptanmadı.', caret: 17 });
  expect(expandMacro('x.normal', 8, MACROS)).toBeNull();
  expect(expandMacro('.norma', 6, MACROS)).toBeNull();
  expect(expandMacro('.normal', 3, MACROS)).toBeNull();
});

it('names are words, each once', () => {
  expect(macrosSchema.safeParse(MACROS).success).toBe(true);
  expect(macrosSchema.safeParse([...MACROS, ...MACROS]).success).toBe(false);
  expect(macrosSchema.safeParse([{ name: 'two words', text: 'x' }]).success).toBe(false);
});
