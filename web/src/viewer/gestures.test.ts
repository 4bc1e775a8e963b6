import { describe, expect, it } from 'vitest';
import { FITTED, moveBy, zoomAt } from './gestures.ts';

const stage = { width: 300, height: 400 };

describe('zoom and pan', () => {
  it('keeps the point under the fingers where it is', () => {
    const zoomed = zoomAt(FITTED, 2, { x: 50, y: -30 }, stage);
    expect(zoomed).toEqual({ scale: 2, x: -50, y: 30 });
    // The image point at (50, −30) of the fitted image lies at scale · point + offset.
    expect([2 * 50 + zoomed.x, 2 * -30 + zoomed.y]).toEqual([50, -30]);
  });

  it('never shrinks below the stage nor grows without end', () => {
    expect(zoomAt(FITTED, 0.1, { x: 10, y: 10 }, stage)).toEqual(FITTED);
    expect(zoomAt(FITTED, 1000, { x: 0, y: 0 }, stage).scale).toBe(8);
  });

  it('keeps the image on its stage', () => {
    expect(moveBy(FITTED, { x: 90, y: 90 }, stage)).toEqual(FITTED);
    const zoomed = zoomAt(FITTED, 2, { x: 0, y: 0 }, stage);
    expect(moveBy(zoomed, { x: 9999, y: -9999 }, stage)).toEqual({ scale: 2, x: 150, y: -200 });
  });

  it('comes back to the middle when it is made small again', () => {
    const aside = moveBy(zoomAt(FITTED, 4, { x: 0, y: 0 }, stage), { x: 300, y: 100 }, stage);
    expect(zoomAt(aside, 0.25, { x: 0, y: 0 }, stage)).toEqual(FITTED);
  });
});
