import { expect, it } from 'vitest';
import { type KeyPen, penAfter } from './key-pen.ts';

const stage = { width: 100, height: 60 };
const press = (pen: KeyPen | null, key: string, shiftKey = false) => penAfter(pen, { key, shiftKey }, stage);

it('Enter brings the pen to the middle, presses and lifts it; arrows move it, drawing while it is pressed', () => {
  const middle = press(null, 'Enter')?.pen ?? null;
  expect(middle).toEqual({ at: { x: 0, y: 0 }, isDown: false });
  expect(press(middle, 'ArrowRight')).toEqual({ pen: { at: { x: 8, y: 0 }, isDown: false } });
  expect(press(middle, 'ArrowUp', true)).toEqual({ pen: { at: { x: 0, y: -1 }, isDown: false } });
  const down = press(middle, 'Enter');
  expect(down).toEqual({ pen: { at: { x: 0, y: 0 }, isDown: true }, phase: 'down' });
  expect(press(down?.pen ?? null, 'ArrowLeft')).toEqual({ pen: { at: { x: -8, y: 0 }, isDown: true }, phase: 'move' });
  expect(press(down?.pen ?? null, 'Enter')?.phase).toBe('up');
});

it('Escape puts the pen away and draws nothing; it stays on the stage; other keys are left to the stage', () => {
  const at = { x: 48, y: -28 };
  expect(press({ at, isDown: true }, 'Escape')).toEqual({ pen: null, phase: 'cancel' });
  expect(press({ at, isDown: false }, 'Escape')).toEqual({ pen: null });
  expect(press({ at, isDown: false }, 'ArrowRight')?.pen?.at).toEqual({ x: 50, y: -28 });
  expect(press({ at, isDown: false }, 'ArrowUp')?.pen?.at).toEqual({ x: 48, y: -30 });
  expect(press({ at, isDown: false }, 'm')).toBeUndefined();
  expect(press(null, 'ArrowDown')).toBeUndefined();
});
