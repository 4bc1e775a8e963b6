import { classes } from '../../../lib/class-names.ts';
import { type Border, shareAfterKey, shareAt } from './splitting.ts';

/** A border between two panels, dragged or moved by the arrow keys (WAI-ARIA Authoring Practices, window splitter). */
export function Splitter({
  label,
  controls,
  border,
  share,
  onMove,
  className,
}: {
  readonly label: string;
  /** Id of the panel whose size changes. */
  readonly controls: string;
  readonly border: Border;
  /** In percent of the element around this one. */
  readonly share: number;
  readonly onMove: (share: number) => void;
  readonly className?: string;
}) {
  const isUpright = border.side !== 'top';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved; <hr> has no value
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      title={label}
      aria-controls={controls}
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-valuemin={border.min}
      aria-valuemax={border.max}
      aria-valuenow={Math.round(share)}
      onKeyDown={(event) => {
        const next = shareAfterKey(border, share, event.key);
        if (next === null) return;
        event.preventDefault();
        onMove(next);
      }}
      onDoubleClick={() => onMove(border.usual)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const around = event.currentTarget.parentElement?.getBoundingClientRect();
        if (around && event.currentTarget.hasPointerCapture(event.pointerId))
          onMove(shareAt(border, around, { x: event.clientX, y: event.clientY }));
      }}
      className={classes(
        'z-10 touch-none bg-grey-2 max-lg:hidden hover:bg-signal focus-visible:bg-signal focus-visible:outline-offset-0',
        // Wider to the hand than to the eye.
        "relative before:absolute before:content-['']",
        isUpright
          ? 'w-1 cursor-col-resize before:-inset-x-1 before:inset-y-0 pointer-coarse:w-3'
          : 'h-1 cursor-row-resize before:inset-x-0 before:-inset-y-1 pointer-coarse:h-3',
        className,
      )}
    />
  );
}
