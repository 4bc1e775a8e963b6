import { expect, it } from 'vitest';
import { type Border, shareAfterKey, shareAt } from './splitting.ts';

const LEFT: Border = { side: 'left', min: 12, max: 25, usual: 17 };
const RIGHT: Border = { side: 'right', min: 20, max: 35, usual: 29 };
const TOP: Border = { side: 'top', min: 20, max: 80, usual: 45 };
const around = { left: 100, top: 50, width: 1000, height: 800 };

it('a panel ends where the border is dragged to, within its limits', () => {
  expect(shareAt(LEFT, around, { x: 300, y: 0 })).toBe(20);
  expect(shareAt(RIGHT, around, { x: 800, y: 0 })).toBe(30);
  expect(shareAt(TOP, around, { x: 0, y: 450 })).toBe(50);
  expect(shareAt(LEFT, around, { x: 0, y: 0 })).toBe(12);
  expect(shareAt(RIGHT, around, { x: 0, y: 0 })).toBe(35);
});

it('an arrow moves the border in its own direction, whichever side the panel is on', () => {
  expect(shareAfterKey(LEFT, 17, 'ArrowRight')).toBe(19);
  expect(shareAfterKey(RIGHT, 29, 'ArrowRight')).toBe(27);
  expect(shareAfterKey(RIGHT, 29, 'ArrowLeft')).toBe(31);
  expect(shareAfterKey(TOP, 45, 'ArrowUp')).toBe(43);
  expect(shareAfterKey(LEFT, 25, 'ArrowRight')).toBe(25);
});

it('Home and End go to the limits, Enter to the usual place, other keys nowhere', () => {
  expect(shareAfterKey(LEFT, 17, 'Home')).toBe(12);
  expect(shareAfterKey(LEFT, 17, 'End')).toBe(25);
  expect(shareAfterKey(LEFT, 24, 'Enter')).toBe(17);
  expect(shareAfterKey(LEFT, 17, 'ArrowDown')).toBeNull();
});
