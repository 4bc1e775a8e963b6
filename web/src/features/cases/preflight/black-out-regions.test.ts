import { describe, expect, it } from 'vitest';
import { betweenPoints, withEdge } from './black-out-regions.ts';

describe('what is blacked out', () => {
  it('is the rectangle between two points, whichever was first, within the image', () => {
    const region = betweenPoints({ x: 0.75, y: 0.5 }, { x: 0.25, y: -0.3 });
    expect(region).toEqual({ left: 0.25, top: 0, width: 0.5, height: 0.5 });
    expect(betweenPoints({ x: 0.5, y: 0.5 }, { x: 0.501, y: 0.9 })).toBeNull();
  });

  it('grows from an edge by the same button, beside what was drawn', () => {
    const drawn = { left: 0.1, top: 0.1, width: 0.2, height: 0.2 };
    const once = withEdge([drawn], 'bottom');
    expect(once).toEqual([drawn, { left: 0, top: 0.95, width: 1, height: 0.05 }]);
    const twice = withEdge(once, 'bottom');
    expect(twice).toEqual([drawn, { left: 0, top: 0.9, width: 1, height: 0.1 }]);
    expect(withEdge(twice, 'left')).toHaveLength(3);
  });
});
