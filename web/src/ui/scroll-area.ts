/**
 * Ref for a scrolling frame: makes it focusable, so that the keyboard can scroll it (WCAG 2.1.1). Not every browser makes
 * scrolling frames focusable by itself.
 */
export const makeFocusable = (frame: HTMLElement | null): void => {
  if (frame) frame.tabIndex = 0;
};
