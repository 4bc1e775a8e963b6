import { useEffect, useRef } from 'react';
import { type PlacedPlane, paintPlane, planeFrameOn } from './overlay-planes.ts';
import type { FetchedPlane } from './use-image-overlays.ts';

/** What a file draws over its own image, each plane where the file puts it. */
export function ImageOverlays({ planes, frame }: { readonly planes: readonly FetchedPlane[]; readonly frame: number }) {
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden">
      {planes.map(({ plane, bits }) => {
        const own = planeFrameOn(plane, frame);
        if (own === null || bits === null) return null;
        const { columns, rows } = plane.image;
        return (
          <div
            key={plane.group}
            className="absolute"
            style={{
              left: `${((plane.column - 1) / columns) * 100}%`,
              top: `${((plane.row - 1) / rows) * 100}%`,
              width: `${(plane.columns / columns) * 100}%`,
              height: `${(plane.rows / rows) * 100}%`,
            }}
          >
            <Plane plane={plane} bits={bits} frame={own} />
          </div>
        );
      })}
    </div>
  );
}

function Plane({
  plane,
  bits,
  frame,
}: {
  readonly plane: PlacedPlane;
  readonly bits: Uint8Array;
  readonly frame: number;
}) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    canvas.width = plane.columns;
    canvas.height = plane.rows;
    const drawn = context.createImageData(plane.columns, plane.rows);
    paintPlane(bits, plane, frame, new Uint32Array(drawn.data.buffer));
    context.putImageData(drawn, 0, 0);
  }, [plane, bits, frame]);
  return (
    <canvas
      ref={ref}
      aria-hidden
      data-image-overlay={plane.group.toString(16)}
      className="block size-full [image-rendering:pixelated]"
    />
  );
}
