import { classes } from '../../../lib/class-names.ts';

/** The look of a stage: black, and of few layers, because where only software draws a page each one is copied with each image. */
export const stageClasses = (isInRoom: boolean, hasCaption: boolean, extra: string): string =>
  classes(
    'relative grid w-full select-none place-items-center overflow-hidden data-[windowing=true]:cursor-crosshair',
    // Tracks as large as the stage: the box of an image that is turned by 90° may be larger, and one that grew
    // with it would have its centre elsewhere than `toStage`.
    'grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)]',
    'data-[gripping=near]:cursor-grab data-[gripping=held]:cursor-grabbing',
    // The black around the image is a layer of one colour: where only software draws a page, it is filled, and
    // what lies under it is not copied with each image. It covers what is not positioned.
    'before:absolute before:inset-0 before:bg-[#000] before:will-change-transform',
    // The mark of the browser would be drawn anew with each image.
    'group/stage focus-visible:outline-none',
    // Rounded corners cut each layer in it, each time, and a room has none, with the keyboard on it neither.
    isInRoom ? 'focus-visible:rounded-none' : 'rounded',
    // Below the caption, where the letter at the upper edge would be under it.
    hasCaption && '@max-xl:[--upper-mark:4.75rem] @max-xs:[--upper-mark:5rem]',
    extra,
  );
