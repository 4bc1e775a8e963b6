/**
 * Replaces a part of a field as if it had been typed: the browser can undo it, and what is typed next stands behind it. A value that
 * a page sets empties the browser's list of edits.
 */
export function typeOver(area: HTMLTextAreaElement, start: number, end: number, text: string): void {
  area.setSelectionRange(start, end);
  // Out of the standards (https://w3c.github.io/editing/docs/execCommand/), without a successor that can be undone.
  if (document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, start, end, 'end');
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/**
 * Gives a field another text in the same way, by the part that differs; the focus stays where it is.
 * @returns false where the field takes no focus, as in a folded panel or below a dialog: its text is unchanged
 */
export function typeInto(area: HTMLTextAreaElement, text: string): boolean {
  if (area.value === text) return true;
  const focused = document.activeElement;
  area.focus({ preventScroll: true });
  // The edit would go elsewhere.
  if (document.activeElement !== area) return false;
  const { start, end, inserted } = differenceOf(area.value, text);
  typeOver(area, start, end, inserted);
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return true;
}

/** The part of a text that another one replaces: what they share at both ends is left out. */
export function differenceOf(before: string, after: string): { start: number; end: number; inserted: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let rest = 0;
  while (rest < most - start && before.at(-1 - rest) === after.at(-1 - rest)) rest += 1;
  return { start, end: before.length - rest, inserted: after.slice(start, after.length - rest) };
}
