import { greyOf } from '../pixels/window.ts';
import type {
  ImageScope,
  PresentationContent,
  PresentedModality,
  PresentedTable,
  PresentedVoi,
  ReferencedImage,
} from './presentation-content.ts';

/** The steps from stored values to grey that a state sets for one image (PS3.4 section N.2.1). */
export interface GreySteps {
  modality: PresentedModality | null;
  /** Null: the whole range of stored values. */
  voi: PresentedVoi | null;
  isInverted: boolean;
  presentation: PresentedTable | null;
}

export interface NamedFrame {
  sopInstanceUid: string;
  /** From 0. */
  frame: number;
}

const names = ({ sopInstanceUid, frames }: ReferencedImage, of: NamedFrame): boolean =>
  sopInstanceUid === of.sopInstanceUid && (frames === null || frames.includes(of.frame));

/** Whether the state is about this frame. */
export const isAbout = ({ series }: Pick<PresentationContent, 'series'>, of: NamedFrame): boolean =>
  series.some(({ images }) => images.some((image) => names(image, of)));

/** What is for this frame: what names it, or else what names none. */
export const allFor = <Scoped extends ImageScope>(all: readonly Scoped[], of: NamedFrame): Scoped[] =>
  all.filter(({ images }) => images.length === 0 || images.some((image) => names(image, of)));

export const firstFor = <Scoped extends ImageScope>(all: readonly Scoped[], of: NamedFrame): Scoped | undefined => {
  const found = allFor(all, of);
  return found.find(({ images }) => images.length > 0) ?? found[0];
};

export function greyStepsFor(
  { modality, voi, isInverted, presentation }: Pick<PresentationContent, keyof GreySteps>,
  of: NamedFrame,
): GreySteps {
  return { modality, voi: firstFor(voi, of)?.by ?? null, isInverted, presentation };
}

const isTable = (step: PresentedModality | PresentedVoi): step is PresentedTable => 'entries' in step;

function lookUp({ firstMapped, entries }: PresentedTable, value: number): number {
  return entries[Math.min(entries.length - 1, Math.max(0, Math.round(value) - firstMapped))] ?? 0;
}

export const modalityBy = (modality: PresentedModality | null): ((stored: number) => number) => {
  if (!modality) return (stored) => stored;
  if (isTable(modality)) return (stored) => lookUp(modality, stored);
  const { slope, intercept } = modality;
  return (stored) => Math.fround(stored * slope + intercept);
};

/**
 * The grey (0–255) of a stored value. `stored`: the least and the greatest value that a pixel can hold, shown black and white
 * where no window is set. A Presentation LUT takes the place of the shape (PS3.3 C.11.6).
 */
export function greyBy(
  { modality, voi, isInverted, presentation }: GreySteps,
  stored: { least: number; most: number },
): (stored: number) => number {
  const inModality = modalityBy(modality);
  const [one, other] = [inModality(stored.least), inModality(stored.most)];
  const [least, most] =
    modality && isTable(modality) ? [0, 2 ** modality.bits - 1] : [Math.min(one, other), Math.max(one, other)];
  const shown = voi
    ? isTable(voi)
      ? shareOf(voi)
      : shareIn(voi)
    : (value: number) => (most > least ? (value - least) / (most - least) : 0);
  return (value) => {
    const share = Math.min(1, Math.max(0, shown(inModality(value))));
    if (presentation) return Math.round(255 * presentedShare(presentation, share));
    return Math.round(255 * (isInverted ? 1 - share : share));
  };
}

const shareOf = (table: PresentedTable) => (value: number) => lookUp(table, value) / (2 ** table.bits - 1);

/** Without rounding to 256 steps, where a Presentation LUT follows. */
function shareIn({ center, width, by }: Exclude<PresentedVoi, PresentedTable>): (value: number) => number {
  if (by === 'SIGMOID') return (value) => 1 / (1 + Math.exp((-4 * (value - center)) / width));
  if (by === 'LINEAR_EXACT') return (value) => (value - center) / width + 0.5;
  if (width <= 1) return (value) => greyOf({ center, width }, 'LINEAR')(value) / 255;
  return (value) => (value - (center - 0.5)) / (width - 1) + 0.5;
}

/** Its entries stand for the whole range of grey that goes in (PS3.3 C.11.6.1.1). */
const presentedShare = ({ entries, bits }: PresentedTable, share: number): number =>
  (entries[Math.floor(share * (entries.length - 1))] ?? 0) / (2 ** bits - 1);
