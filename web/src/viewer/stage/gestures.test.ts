import { describe, expect, it } from 'vitest';
import { FITTED, moveBy, regionSeen, zoomAt } from './gestures.ts';

const stage = { width: 300, height: 400 };

describe('zoom and pan', () => {
  it('keeps the point under the fingers where it is', () => {
    const zoomed = zoomAt(FITTED, 2, { x: 50, y: -30 }, stage);
    expect(zoomed).toEqual({ scale: 2, x: -50, y: 30 });
    // The image point at (50, −30) of the fitted image is displayed at scale · point + offset.
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

describe('the part of an image that is seen', () => {
  it('is all of it while it fits', () => {
    expect(regionSeen(FITTED, stage, 1)).toBeNull();
    expect(regionSeen(FITTED, { width: 0, height: 0 }, 1)).toBeNull();
  });

  it('is its middle when it is enlarged in place: the side with room to spare is cut less', () => {
    // A square of 300 on a stage of 300 × 400, enlarged twice: 600 × 600, of which 300 × 400 are visible.
    expect(regionSeen({ scale: 2, x: 0, y: 0 }, stage, 1)).toEqual({ x: 0.25, y: 0.167, width: 0.5, height: 0.666 });
  });

  it('follows the finger', () => {
    // Moved right by 150: the left edges of image and stage coincide.
    expect(regionSeen({ scale: 2, x: 150, y: 0 }, stage, 1)).toMatchObject({ x: 0, width: 0.5 });
  });

  it('ends with the image', () => {
    const region = regionSeen({ scale: 1.5, x: 75, y: 100 }, stage, 1)!;
    expect(region.y).toBe(0);
    expect(region.y + region.height).toBeLessThanOrEqual(1);
  });
});
