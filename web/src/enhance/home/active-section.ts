/**
 * The section one is in: the last whose top has come within `offset` of the window's top; at the end of the page the last
 * one, because it may be too short to get there. Null above the first.
 * @param sections in the order of the page, tops in pixels from the window's top
 */
export function activeSection(
  sections: readonly { readonly id: string; readonly top: number }[],
  offset: number,
  isAtEnd = false,
): string | null {
  if (isAtEnd) return sections.at(-1)?.id ?? null;
  return sections.findLast(({ top }) => top <= offset)?.id ?? null;
}
