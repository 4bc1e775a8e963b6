/**
 * Ref for a frame that scrolls: the keyboard can reach and scroll it (WCAG 2.1.1). Not every browser makes scrolling
 * frames focusable by itself.
 */
export const makeFocusable = (frame: HTMLElement | null): void => {
  if (frame) frame.tabIndex = 0;
};
