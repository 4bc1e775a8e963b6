import type { hangings } from '@duai/contract';
import { PLANE_KINDS } from '../../volume/resample.ts';
import type { RoomStudy } from '../series-rail.tsx';

export interface Filling {
  readonly studyId: string;
  readonly seriesId: string;
}

/** How this reader has arranged images of this kind before, and where that is kept. */
export interface KeptHanging {
  readonly saved: hangings.Hanging | undefined;
  /** What it is for, in words. */
  readonly of: string;
  readonly save: (arranged: Pick<hangings.Hanging, 'rows' | 'columns' | 'hasLines' | 'places'>) => void;
  readonly forget: () => void;
}

/** The study that the planes of a series form; each plane is a series of it, by its kind. */
export const planesId = ({ studyId, seriesId }: Filling): string => `planes ${studyId} ${seriesId}`;

const fillingsOf = ({ id, source }: RoomStudy): Filling[] =>
  source.series.map((series) => ({ studyId: id, seriesId: series.id }));

/** The series whose planes stand in one of these viewports; undefined where none does. */
export function planesShown(
  fillings: readonly (Filling | undefined)[],
  studies: readonly RoomStudy[],
): Filling | undefined {
  const shown = new Set(fillings.map((filling) => filling?.studyId));
  return studies.flatMap(fillingsOf).find((series) => shown.has(planesId(series)));
}

/** The series of a viewport, of planes the one that they are computed from. */
export function acquiredIn(filling: Filling | undefined, studies: readonly RoomStudy[]) {
  const of = planesShown([filling], studies) ?? filling;
  const study = of && studies.find(({ id }) => id === of.studyId);
  return study && { source: study.source, seriesId: of.seriesId };
}

/** What a reader has arranged, as it can be found again in another case: the first of the earlier ones stands for all of them. */
export function placesOf(
  fillings: readonly (Filling | undefined)[],
  studies: readonly RoomStudy[],
): (hangings.HangingPlace | null)[] {
  return fillings.map((filling) => {
    const of = planesShown([filling], studies);
    const plane = of && PLANE_KINDS.find((kind) => kind === filling?.seriesId);
    const shown = of ?? filling;
    const at = studies.findIndex(({ id }) => id === shown?.studyId);
    const series = studies[at]?.source.series ?? [];
    const rank = series.findIndex(({ id }) => id === shown?.seriesId);
    if (at < 0 || rank < 0) return null;
    const description = series[rank]?.description?.slice(0, 64) || null;
    return { isPrior: at > 0, description, rank, ...(plane && { plane }) };
  });
}

type Place = hangings.HangingPlace;
/** Equal for places that were of one series. */
const nameOf = ({ isPrior, description, rank }: Place): string => JSON.stringify([isPrior, description, rank]);

/**
 * The series that stand in the viewports of an arrangement; undefined where this case has none for one. Two that were saved never
 * become one: those of one name stand where they stood in their examination, else in their order.
 */
export function fillingsBy(
  places: readonly (Place | null)[],
  [study, prior]: readonly RoomStudy[],
): (Filling | undefined)[] {
  const wanted = [...new Map(places.flatMap((place) => (place ? [[nameOf(place), place] as const] : []))).values()];
  const found = new Map<string, Filling>();
  const take = (place: Place, studyId: string, seriesId: string | undefined) => {
    const isTaken = [...found.values()].some((filling) => filling.seriesId === seriesId);
    if (seriesId !== undefined && !isTaken) found.set(nameOf(place), { studyId, seriesId });
  };
  for (const isPrior of [false, true]) {
    const from = isPrior ? prior : study;
    if (!from) continue;
    const shown = from.source.series.map((series, rank) => ({ ...series, rank })).filter(({ images }) => images.length);
    const idAt = (rank: number) => shown.find((series) => series.rank === rank)?.id;
    const here = wanted.filter((place) => place.isPrior === isPrior).sort((one, other) => one.rank - other.rank);
    for (const place of here) {
      if (!place.description) continue;
      const alike = here.filter(({ description }) => description === place.description);
      const named = shown.filter(({ description }) => description?.slice(0, 64) === place.description);
      const isAsSaved = alike.every(({ rank }) => named.some((series) => series.rank === rank));
      take(place, from.id, isAsSaved ? idAt(place.rank) : named[alike.indexOf(place)]?.id);
    }
    for (const place of here) if (!found.has(nameOf(place))) take(place, from.id, idAt(place.rank));
  }
  return places.map((place) => {
    const series = place ? found.get(nameOf(place)) : undefined;
    return series && place?.plane ? { studyId: planesId(series), seriesId: place.plane } : series;
  });
}
