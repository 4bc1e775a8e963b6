/**
 * The current section: the last one whose top is within `offset` of the window's top. At the end of the page it is the last
 * section, which may be too short to reach the top. Null above the first section.
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
