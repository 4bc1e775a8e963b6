import { memo } from 'react';
import { classes } from '../../../lib/class-names.ts';

const EDGES = ['inset-x-0 top-0', 'inset-x-0 bottom-0', 'inset-y-0 left-0', 'inset-y-0 right-0'];

/**
 * The mark of the stage that has the keyboard, on the image. Each edge is a layer of its own: where only software draws a
 * page, a mark around the stage (an outline, or one layer with four borders) is put together with each image.
 */
export const FocusMark = memo(function FocusMark() {
  return EDGES.map((edge) => (
    <span
      key={edge}
      aria-hidden
      data-focus-mark
      className={classes(
        edge,
        // Borders, which keep a colour where the system sets the colours.
        'pointer-events-none absolute z-10 hidden border-[1.5px] border-signal will-change-transform group-focus-visible/stage:block',
      )}
    />
  ));
});
