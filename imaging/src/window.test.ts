import { describe, expect, it } from 'vitest';
import { linearWindow } from './window.ts';

describe('the linear window of PS3.3 C.11.2.1.2.1', () => {
  it('follows the formula by hand: centre 40, width 400', () => {
    // x <= c - 0.5 - (w-1)/2 = -160 → 0; x > c - 0.5 + (w-1)/2 = 239 → 255; between ((x - 39.5) / 399 + 0.5) · 255
    expect(linearWindow(-160, 40, 400)).toBe(0);
    expect(linearWindow(239.1, 40, 400)).toBe(255);
    expect(linearWindow(39.5, 40, 400)).toBe(Math.round(127.5));
    expect(linearWindow(140, 40, 400)).toBe(Math.round(((140 - 39.5) / 399 + 0.5) * 255));
  });

  it('is a step for width 1', () => {
    expect(linearWindow(99.5, 100, 1)).toBe(0);
    expect(linearWindow(99.6, 100, 1)).toBe(255);
  });
});
