import { lengthText, type PixelTexts } from '../measuring/measurements.tsx';
import { edgeLetters, type Layout, scaleBar, spacingOnShow } from './layout.ts';
import type { PixelDescription } from './values/describe-pixels.ts';

const LETTER =
  'pointer-events-none absolute will-change-transform font-mono text-sm font-semibold text-[#e6ecec] [text-shadow:0_0_2px_#000,0_0_2px_#000,0_0_2px_#000,0_0_4px_#000]';

/** Twice what three buttons for fingers and half a letter need, CSS pixels. */
const LOW_STAGE = 330;

/** Orientation letters and the scale bar of an image. */
export function ImageMarks({
  description,
  layout,
  texts,
}: {
  readonly description: PixelDescription;
  readonly layout: Layout;
  readonly texts: PixelTexts;
}) {
  const facing = description.orientation ?? description.facing;
  const letters = facing && edgeLetters(facing, layout);
  const { laterality, viewPosition } = description;
  const named = [laterality && texts.side({ side: laterality }), viewPosition].filter(Boolean).join(' · ');
  // The zoom buttons reach down to the letter at the right edge: it stands beside them.
  const isLow = layout.stage.height < LOW_STAGE;
  const spacing = spacingOnShow(layout, description);
  const bar = scaleBar(layout, spacing);
  return (
    <>
      {letters && (
        // Positioned absolutely, because in the flow it would move the image off the centre of a stage that is higher than
        // the image.
        <p className="pointer-events-none absolute inset-0">
          <span className="sr-only">{texts.edges({ ...letters })}</span>
          <span aria-hidden className={`${LETTER} top-1/2 left-2 -translate-y-1/2`}>
            {letters.left}
          </span>
          <span aria-hidden className={`${LETTER} top-1/2 -translate-y-1/2 ${isLow ? 'right-14' : 'right-2'}`}>
            {letters.right}
          </span>
          <span aria-hidden className={`${LETTER} top-(--upper-mark,0.25rem) left-1/2 -translate-x-1/2`}>
            {letters.top}
          </span>
          <span aria-hidden className={`${LETTER} bottom-7 left-1/2 -translate-x-1/2`}>
            {letters.bottom}
          </span>
        </p>
      )}
      {named && <p className={`${LETTER} start-2 bottom-9`}>{named}</p>}
      {/* Without letters nothing else would tell a mirrored film from one that is not. */}
      {!letters && layout.isFlipped && <p className={`${LETTER} start-2 bottom-14`}>{texts.mirrored}</p>}
      {bar && (
        <p className="pointer-events-none absolute bottom-1.5 left-1/2 grid will-change-transform -translate-x-1/2 justify-items-center font-mono text-xs text-[#e6ecec]">
          {/* A plate of its own: a shadow alone does not carry small letters over bone or a white table. */}
          <span className="rounded bg-[#000]/70 px-1">{lengthText(`${bar.mm} mm`, spacing, texts)}</span>
          <span
            aria-hidden
            data-scale-bar={bar.mm}
            className="block h-1.5 border border-t-0 border-[#e6ecec] drop-shadow-[0_0_1px_#000]"
            style={{ width: bar.pixels }}
          />
        </p>
      )}
    </>
  );
}
