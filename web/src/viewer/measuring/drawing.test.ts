import { expect, it, vi } from 'vitest';
import type { Layout } from '../pixels/layout.ts';
import { drawingOn } from './drawing.ts';

const layout: Layout = {
  stage: { width: 100, height: 100 },
  columns: 100,
  rows: 100,
  pixelAspect: 1,
  rotation: 0,
  isFlipped: false,
  placement: { scale: 1, x: 0, y: 0 },
};

/** Over a measurement that lies everywhere. */
function drawing(view: Parameters<typeof drawingOn>[0]['view'], pointAt?: () => void) {
  const measurements = { draw: vi.fn(), move: vi.fn(() => true), handleUnder: vi.fn(() => ({ handle: 0 }) as never) };
  const paint = vi.fn();
  const measurable = { imageId: 'a', frame: 0, tell: () => ({ text: '', values: [] }) };
  const onStage = { image: { id: 'a', sopInstanceUid: '1.2' }, frame: 0 } as never;
  const layoutNow = () => layout;
  return { measurements, paint, ...drawingOn({ view, onStage, measurable, layoutNow, measurements, paint, pointAt }) };
}
const at = { x: 0, y: 0 };

it('the mouse moves what lies under it, a finger with a tool alone, the brush nothing', () => {
  const bare = drawing({ measure: null, brush: null });
  expect(bare.drawsAt(at, 'mouse')).toBe('moved');
  expect(bare.measurements.handleUnder).toHaveBeenLastCalledWith(expect.objectContaining({ isPointsOnly: false }));
  expect(bare.drawsAt(at, 'finger')).toBeUndefined();
  const measuring = drawing({ measure: 'length', brush: null });
  expect(measuring.drawsAt(at, 'finger')).toBe('moved');
  expect(measuring.measurements.handleUnder).toHaveBeenLastCalledWith(
    expect.objectContaining({ by: 'finger', isPointsOnly: true }),
  );
  const brushing = drawing({ measure: null, brush: { code: 'LUNG', radius: 3, isErasing: false } });
  expect(brushing.drawsAt(at, 'mouse')).toBe('new');
  brushing.onDraw('down', at, 'mouse');
  expect(brushing.measurements.move).not.toHaveBeenCalled();
  expect(brushing.paint).toHaveBeenCalledOnce();
});

it('what is not moved is drawn with the tool, else it is the place of the crosshair', () => {
  const pointAt = vi.fn();
  const measuring = drawing({ measure: 'length', brush: null }, pointAt);
  measuring.onDraw('down', at, 'mouse');
  expect(measuring.measurements.draw).not.toHaveBeenCalled();
  measuring.measurements.move.mockReturnValue(false);
  measuring.onDraw('down', at, 'mouse');
  expect(measuring.measurements.draw).toHaveBeenCalledOnce();
  expect(pointAt).not.toHaveBeenCalled();
  const pointing = drawing({ measure: null, brush: null }, pointAt);
  pointing.measurements.move.mockReturnValue(false);
  for (const phase of ['down', 'move', 'up'] as const) pointing.onDraw(phase, at, 'mouse');
  expect(pointAt.mock.calls).toEqual([[{ x: 50, y: 50 }], [{ x: 50, y: 50 }]]);
});
