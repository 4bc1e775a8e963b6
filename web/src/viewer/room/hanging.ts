import type { hangings } from '@duai/contract';
import type { RoomStudy } from './series-rail.tsx';

export interface Filling {
  readonly studyId: string;
  readonly seriesId: string;
}

/** What a reader has arranged, as it can be found again in another case: the first of the earlier ones stands for all of them. */
export function placesOf(
  fillings: readonly (Filling | undefined)[],
  studies: readonly RoomStudy[],
): (hangings.HangingPlace | null)[] {
  return fillings.map((filling) => {
    const at = studies.findIndex(({ id }) => id === filling?.studyId);
    const series = studies[at]?.source.series ?? [];
    const rank = series.findIndex(({ id }) => id === filling?.seriesId);
    if (at < 0 || rank < 0) return null;
    return { isPrior: at > 0, description: series[rank]?.description?.slice(0, 64) || null, rank };
  });
}

/** The series that stand in the viewports of an arrangement; undefined where this case has none for one. */
export function fillingsBy(
  places: readonly (hangings.HangingPlace | null)[],
  [study, prior]: readonly RoomStudy[],
): (Filling | undefined)[] {
  return places.map((place) => {
    const from = place?.isPrior ? prior : study;
    if (!place || !from) return undefined;
    const shown = from.source.series.filter(({ images }) => images.length > 0);
    const named = shown.find(({ description }) => description?.slice(0, 64) === place.description);
    const found = (place.description && named) || shown.find(({ id }) => id === from.source.series[place.rank]?.id);
    return found && { studyId: from.id, seriesId: found.id };
  });
}
