import { imageNameOf, type Overlay } from '@duai/contract';
import type { GreySteps } from '@duai/imaging/browser';
import { type ReactNode, useMemo } from 'react';
import type { Frame } from '../../frames.ts';
import { ImageOverlays } from '../../graphics/image-overlays.tsx';
import type { FetchedPlane } from '../../graphics/use-image-overlays.ts';
import { drawnMasksOn, isOnGrid } from '../../masks/drawn-masks.ts';
import { Mask } from '../../masks/mask.tsx';
import { fittedScale, type Layout } from '../../pixels/layout.ts';
import { PixelCanvas } from '../../pixels/pixel-canvas.tsx';
import type { StoredFrame } from '../../pixels/use-stored-frame.ts';
import { openingOf } from '../../pixels/values/frame-values.ts';
import { regrey } from '../../pixels/windowing.ts';
import type { ImageWindow } from '../../study-source.ts';
import type { Drawn } from '../../use-picture.ts';
import { WindowedImage } from '../../windowed-image.tsx';
import { isSameWindow, PLAIN_LOOKS, type View } from '../view.ts';

/** The image on the stage with its masks, drawn from its stored values or by the server: rotated, fitted and placed. */
export function StageImage({
  frame,
  stored,
  picture,
  window,
  steps,
  view,
  layout,
  overlays,
  graphics,
  name,
  hasPlainLooks,
  fused,
  onShown,
}: {
  readonly frame: Frame;
  readonly stored: StoredFrame | undefined;
  readonly picture: Drawn | undefined;
  /** The chosen window; undefined: the one that the image opens in. */
  readonly window: ImageWindow | undefined;
  /** Of a presentation state, for stored values. */
  readonly steps: GreySteps | undefined;
  readonly view: View;
  readonly layout: Layout;
  readonly overlays: readonly Overlay[];
  readonly graphics: readonly FetchedPlane[];
  readonly name: string;
  readonly hasPlainLooks: boolean;
  /** Colours between the image and what is drawn over it. */
  readonly fused: ReactNode;
  readonly onShown?: (() => void) | undefined;
}) {
  const { isTurnedOver } = view;
  const { rotation, isFlipped } = layout;
  const { x, y, scale } = layout.placement;
  const fitted = fittedScale(layout);
  const size = { width: layout.columns * fitted, height: layout.rows * layout.pixelAspect * fitted };
  const { hiddenMasks, maskOpacity: opacity, areMasksOutlined: isOutlined } = view;
  const grid = stored?.values.description;
  const image = imageNameOf(frame.image);
  const seen = useMemo(() => overlays.filter(({ code }) => !hiddenMasks.includes(code)), [overlays, hiddenMasks]);
  // Masks that are drawn into the image would lie under the colours.
  const into = fused ? undefined : grid;
  const drawn = useMemo(() => {
    const inImage = into ? seen.filter((overlay) => isOnGrid(overlay, into)) : [];
    return drawnMasksOn(inImage, image, frame.frame, { opacity, isOutlined });
  }, [seen, into, image, frame.frame, opacity, isOutlined]);
  const filters = [
    hasPlainLooks && view.look !== 'stored' ? PLAIN_LOOKS[view.look] : '',
    !stored && isTurnedOver ? 'invert(1)' : '',
  ];
  return (
    // One layer: each canvas as a layer of its own would be put together over the whole of it once more. With one canvas alone
    // in it, fewer pixels are drawn (see PixelCanvas).
    <div
      className="relative shrink-0 will-change-transform"
      style={{
        ...size,
        transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(${rotation}deg) scaleX(${isFlipped ? -1 : 1})`,
        filter: filters.filter(Boolean).join(' ') || 'none',
      }}
    >
      {stored ? (
        <PixelCanvas
          values={stored.values}
          window={window ?? openingOf(frame.image.window, stored.values.description) ?? FULL_BYTE}
          steps={steps}
          masks={drawn}
          isTurnedOver={isTurnedOver}
          label={name}
          onShown={onShown}
        />
      ) : (
        picture && (
          <WindowedImage
            src={picture.url}
            alt={name}
            grey={greyOf(frame, picture, window)}
            className="absolute inset-0 size-full"
            draggable={false}
            onLoad={onShown}
          />
        )
      )}
      {fused}
      {seen.map(
        (overlay) =>
          !(into && isOnGrid(overlay, into)) && (
            <Mask
              key={overlay.code}
              overlay={overlay}
              image={image}
              frame={frame.frame}
              size={size}
              opacity={opacity}
              isOutlined={isOutlined}
            />
          ),
      )}
      <ImageOverlays planes={graphics} frame={frame.frame} />
    </div>
  );
}

/** Colour images have no window and are drawn unchanged. */
const FULL_BYTE: ImageWindow = { center: 128, width: 256 };

/**
 * Approximates the chosen window on the displayed picture while the exact picture is loading; not for a lookup table, which
 * is not linear.
 */
function greyOf({ image: { window: opening } }: Frame, drawn: Drawn, chosen: ImageWindow | undefined) {
  if (!opening || isSameWindow(drawn.window, chosen)) return undefined;
  if (opening.isByTable && !(drawn.window && chosen)) return undefined;
  return regrey(drawn.window ?? opening, chosen ?? opening, opening.isInverted);
}
