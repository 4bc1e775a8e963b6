import { countMarked, type Finding, type FindingPlace, type Overlay } from '@duai/contract';

/**
 * Where a finding is best seen: on the first image that it names, otherwise where its mask is largest; null if no image shows
 * it.
 * @param shownBy codes of findings → codes of overlays
 */
export function placeOf(
  { code, sopInstanceUids }: Finding,
  overlays: readonly Overlay[],
  shownBy: Readonly<Record<string, string>>,
): FindingPlace | null {
  const [named] = sopInstanceUids ?? [];
  if (named) return { sopInstanceUid: named, frame: 0 };
  const overlay = overlays.find((candidate) => candidate.code === shownBy[code]);
  let most = 0;
  let place: FindingPlace | null = null;
  for (const { sopInstanceUid, frame = 0, runs } of overlay?.slices ?? []) {
    const marked = countMarked(runs);
    if (marked <= most) continue;
    most = marked;
    place = { sopInstanceUid, frame };
  }
  return place;
}
