import { imageNameOf } from '@duai/contract';
import type { Drawn } from '@duai/imaging/browser';
import type { Frame } from '../frames.ts';
import type { useMaskEdits } from '../masks/use-mask-edits.ts';
import { type Layout, toImage } from '../pixels/layout.ts';
import type { GestureHandlers } from '../stage/gesture-listener.ts';
import type { Point } from '../stage/gestures.ts';
import type { View } from '../stage/view.ts';
import type { Place } from '../study-source.ts';
import type { Told } from './measurements.tsx';
import type { PointedWith } from './moving.ts';
import type { useMeasurements } from './use-measurements.ts';

/** What a pointer, or the pen of the keyboard, draws on the stage: strokes of a mask, measurements, the place of the crosshair. */
export function drawingOn({
  view: { measure, brush },
  onStage,
  measurable,
  layoutNow,
  measurements,
  paint,
  pointAt,
}: {
  readonly view: Pick<View, 'measure' | 'brush'>;
  readonly onStage: Frame | undefined;
  /** The frame on the stage with what a measurement on it tells; undefined where it has no stored values. */
  readonly measurable: (Place & { readonly tell: (drawn: Drawn) => Told }) | undefined;
  /** At the time of the event. */
  readonly layoutNow: () => Layout | undefined;
  readonly measurements: Pick<ReturnType<typeof useMeasurements>, 'draw' | 'move' | 'handleUnder'>;
  readonly paint: ReturnType<typeof useMaskEdits>['paint'];
  readonly pointAt: ((at: Point) => void) | undefined;
}) {
  const withBrush: GestureHandlers['onDraw'] =
    brush && onStage
      ? (phase, pointed) => {
          const layout = layoutNow();
          if (!layout) return;
          const { columns, rows } = layout;
          const image = imageNameOf(onStage.image);
          paint(brush, { phase, at: toImage(pointed, layout), size: { columns, rows }, image, frame: onStage.frame });
        }
      : undefined;
  const withMeasure: GestureHandlers['onDraw'] =
    measure && measurable
      ? (phase, at) => {
          const [layout, { tell, ...place }] = [layoutNow(), measurable];
          if (layout) measurements.draw({ ...place, measure, phase, at, layout }, tell);
        }
      : undefined;
  const withCrosshair: GestureHandlers['onDraw'] =
    pointAt &&
    ((phase, pointed) => {
      const layout = layoutNow();
      if (layout && phase !== 'up' && phase !== 'cancel') pointAt(toImage(pointed, layout));
    });
  // A tool that is chosen is used, also with the crosshair on.
  const tool = withBrush ?? withMeasure ?? withCrosshair;

  /** Undefined where no measurement can be moved: under the brush; and a finger without a tool scrolls, wherever it lies. */
  const pointed = (at: Point, by: PointedWith) => {
    const layout = layoutNow();
    return measurable && layout && !brush && (by === 'mouse' || measure)
      ? { at, by, isPointsOnly: measure !== null, layout, imageId: measurable.imageId, frame: measurable.frame }
      : undefined;
  };
  const under = (at: Point, by: PointedWith) => {
    const place = pointed(at, by);
    return place && measurements.handleUnder(place);
  };
  const onDraw: NonNullable<GestureHandlers['onDraw']> = (phase, at, by) => {
    const place = pointed(at, by);
    const isMoved = place && measurable && measurements.move({ ...place, phase }, measurable.tell);
    if (!isMoved) tool?.(phase, at, by);
  };
  return {
    hasTool: tool !== undefined,
    onDraw,
    drawsAt: (at: Point, by: PointedWith) => (under(at, by) ? ('moved' as const) : tool && ('new' as const)),
    /** What a press of the mouse would move. */
    under: (at: Point) => under(at, 'mouse'),
  };
}
