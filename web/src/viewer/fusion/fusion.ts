import { type Frame, framesOf } from '../frames.ts';
import { ofFrame, type PixelDescription } from '../pixels/values/describe-pixels.ts';
import { scaleOf, type ValueScale } from '../pixels/values/value-scale.ts';
import { planeOf } from '../room/planes.ts';
import type { ViewableSeries } from '../study-source.ts';
import { shapeOf } from '../volume/resample.ts';
import type { FusedSeries, FusedVolumes } from './fused-volumes.ts';
import type { ColourRange } from './hot-iron.ts';

/** How a viewport shows the uptake of another series. */
export interface Fusion {
  readonly seriesId: string;
  readonly isShown: boolean;
  readonly opacity: number;
  /** Null: the one that the series has at first. */
  readonly range: ColourRange | null;
}

const FIRST: Omit<Fusion, 'seriesId'> = { isShown: true, opacity: 0.6, range: null };

export function fusionToggled(before: Fusion | null, seriesId: string): Fusion {
  if (before?.seriesId !== seriesId) return { ...FIRST, ...(before && { opacity: before.opacity }), seriesId };
  return { ...before, isShown: !before.isShown };
}

/** A series of uptake that can lie over the one in a viewport. */
export interface FusionCandidate extends FusedSeries {
  readonly id: string;
  readonly name: string;
  readonly scale: ValueScale;
  readonly range: ColourRange;
  readonly frameOfReferenceUid: string;
  /** By the places of its slices; one that forms none is offered last, and tells why when it is chosen. */
  readonly formsVolume: boolean;
  readonly isAttenuationCorrected: boolean;
}

/** What a room offers a viewport; absent where its examination has nothing that could lie over its series. */
export interface FusionOffer {
  readonly volumes: FusedVolumes;
  readonly candidates: readonly FusionCandidate[];
  /** Where there are none: the name of a series of uptake whose places mean nothing here. */
  readonly elsewhere?: string | undefined;
}

/** The series that a switch is about: the chosen one if it is still offered, else the first. */
export const switchedBy = (offer: FusionOffer | undefined, fusion: Fusion | null): FusionCandidate | undefined =>
  offer?.candidates.find(({ id }) => id === fusion?.seriesId) ?? offer?.candidates[0];

/** What lies over the image on the stage. */
export interface Fused {
  readonly volumes: FusedVolumes;
  readonly candidate: FusionCandidate;
  readonly opacity: number;
  readonly range: ColourRange;
  /** Of the image on the stage. */
  readonly description: PixelDescription;
  /** Of those around it, the nearest first: likely the next ones. */
  readonly around: () => readonly PixelDescription[];
}

/** Undefined where it is off, or where its series is not offered here. */
export function fusedOn(
  offer: FusionOffer | undefined,
  fusion: Fusion | null,
  description: PixelDescription | undefined,
  around: Fused['around'],
): Fused | undefined {
  if (!offer || !fusion?.isShown || !description) return undefined;
  const candidate = offer.candidates.find(({ id }) => id === fusion.seriesId);
  return (
    candidate && {
      volumes: offer.volumes,
      candidate,
      opacity: fusion.opacity,
      range: fusion.range ?? candidate.range,
      description,
      around,
    }
  );
}

/** Positron emission tomography, and nuclear medicine (SPECT). */
const UPTAKE: readonly (string | null)[] = ['PT', 'NM'];
export const isUptake = ({ modality }: ViewableSeries): boolean => UPTAKE.includes(modality);

/**
 * The upper end of the colours for standardised uptake. The liver, at 2 to 3 with FDG, is then dark red, and what is clearly above it bright.
 */
const SUV_TO = 7;

/** Uptake from zero; without standardised uptake up to the end of the widest window of its slices. */
export function firstRange({ images }: ViewableSeries): ColourRange {
  if (images[0]?.window?.suvFactor) return { from: 0, to: SUV_TO };
  const most = images.reduce((end, { window }) => Math.max(end, window ? window.center + window.width / 2 : 0), 0);
  return { from: 0, to: most || 1 };
}

/** The series as one that can lie over others; undefined where its slices do not share one frame of reference. */
export function candidateOf(
  of: FusedSeries,
  name: string,
  descriptions: ReadonlyMap<string, PixelDescription>,
): FusionCandidate | undefined {
  const all = [...descriptions.values()].flatMap((one) => one.each ?? [one]);
  const [first] = all;
  const uid = first?.frameOfReferenceUid;
  if (!uid || all.some(({ frameOfReferenceUid }) => frameOfReferenceUid !== uid)) return undefined;
  const { series } = of;
  const scale = scaleOf(first, series.images[0]?.window?.suvFactor);
  const places = framesOf(series).map(({ image, frame }) =>
    planeOf(ofFrame(descriptions.get(image.sopInstanceUid ?? ''), frame)),
  );
  const formsVolume = typeof shapeOf(places) !== 'string';
  const isAttenuationCorrected = first.isAttenuationCorrected === true;
  const told = { name, scale, range: firstRange(series), frameOfReferenceUid: uid };
  return { ...of, ...told, id: series.id, formsVolume, isAttenuationCorrected };
}

/**
 * Those that can lie over a series: of its examination and in the frame of reference of its images. Uptake does not lie over
 * uptake. Those that form a volume stand first, as times of a dynamic scan do not; of them standardised uptake, then what was corrected for
 * attenuation.
 */
export function candidatesFor(
  base: ViewableSeries | undefined,
  frameOfReferenceUid: string | null | undefined,
  all: readonly FusionCandidate[],
): readonly FusionCandidate[] {
  if (!base || isUptake(base) || !frameOfReferenceUid) return [];
  const here = all.filter(
    (one) => one.frameOfReferenceUid === frameOfReferenceUid && one.series.examination?.id === base.examination?.id,
  );
  const rankOf = ({ formsVolume, scale, isAttenuationCorrected }: FusionCandidate) =>
    Number(formsVolume) * 4 + Number(scale.unit === 'SUV') * 2 + Number(isAttenuationCorrected);
  return here.sort((one, other) => rankOf(other) - rankOf(one));
}

/**
 * The name of a series of uptake that cannot lie over one of its examination, since their frames of reference differ
 * (PS3.3 C.7.4.1); undefined where another can, and over images without one.
 */
export function elsewhereFor(
  base: ViewableSeries | undefined,
  frameOfReferenceUid: string | null | undefined,
  all: readonly FusionCandidate[],
): string | undefined {
  if (!base || isUptake(base) || !frameOfReferenceUid) return undefined;
  const ofExamination = all.filter(({ series }) => series.examination?.id === base.examination?.id);
  if (ofExamination.some((one) => one.frameOfReferenceUid === frameOfReferenceUid)) return undefined;
  return ofExamination[0]?.name;
}

/** Each step of the wheel leads to a neighbour; a quick turn soon passes what was computed. */
const AROUND = [1, 2, 3, 4, 5, 6].flatMap((by) => [by, -by]);

/** Of the frames around one, the nearest first. */
export const descriptionsAround = (
  frames: readonly Frame[],
  at: number | undefined,
  descriptions: ReadonlyMap<string, PixelDescription> | undefined,
): readonly PixelDescription[] =>
  AROUND.flatMap((by) => {
    const frame = at === undefined ? undefined : frames[at + by];
    return (frame && ofFrame(descriptions?.get(frame.image.sopInstanceUid ?? ''), frame.frame)) ?? [];
  });
