import { z } from 'zod';
import { withMinus } from '../values/minus-sign.ts';

/** Windows that have a name: centre and width in HU. */
export const NAMED_WINDOWS = {
  lung: { center: -600, width: 1500 },
  soft: { center: 50, width: 400 },
  bone: { center: 400, width: 1800 },
  brain: { center: 40, width: 80 },
} as const;
export const windowNameSchema = z.enum(['lung', 'soft', 'bone', 'brain']);
export type WindowName = z.infer<typeof windowNameSchema>;

/** How a series is looked at: which window it opens in, and which are offered by name. */
export const seriesWindowsSchema = z.object({
  /** Null: the window that the file proposes. */
  opening: windowNameSchema.nullable(),
  offered: z.array(windowNameSchema),
});
export type SeriesWindows = z.infer<typeof seriesWindowsSchema>;

interface Window {
  readonly center: number;
  readonly width: number;
}

/** Values of narrow windows (standardised uptake, for one) need their decimals. */
export const shownWindow = ({ center, width }: Window): { center: number; width: number } => {
  const decimals = width < 30 ? Math.max(1, Math.ceil(1 - Math.log10(width))) : 0;
  const round = (value: number) => Number(value.toFixed(decimals)) || 0;
  return { center: round(center), width: round(width) };
};

/** A window as it is told, on screens and on paper: of PET in standardised uptake where that is known. */
export const toldWindow = (window: Window, suvFactor: number | null) => {
  const scale = suvFactor ?? 1;
  const told = shownWindow({ center: window.center * scale, width: window.width * scale });
  return { ...told, unit: suvFactor === null ? null : ('SUV' as const) };
};

/** "2.5/5 SUV": centre, width, unit where there is one. */
export function windowText(window: Window, suvFactor: number | null): string {
  const { center, width, unit } = toldWindow(window, suvFactor);
  return `${withMinus(center)}/${width}${unit ? `\u00a0${unit}` : ''}`;
}

/** What a header says of the part of the body on an image (names as in `DicomHeader`). */
export interface ImagedPart {
  modality: string | null;
  bodyPartExamined: string | null;
  seriesDescription: string | null;
  studyDescription: string | null;
  convolutionKernel: string | null;
  imageType: readonly string[];
  rescaleIntercept: number;
  pixelRepresentation: 0 | 1;
}

type Region = 'chest' | 'heart' | 'head' | 'neck' | 'spine' | 'abdomen' | 'limb';

/** Windows in which a reader finds something in that region. */
const OFFERED: Record<Region, readonly WindowName[]> = {
  chest: ['lung', 'soft', 'bone'],
  heart: ['soft', 'lung'],
  head: ['brain', 'bone'],
  neck: ['soft', 'bone'],
  spine: ['soft', 'bone'],
  abdomen: ['soft', 'bone'],
  limb: ['bone', 'soft'],
};

/**
 * Words of a region, without case and accents: defined terms of Body Part Examined (PS3.16 Annex L), and how
 * departments write them in English, Turkish and German. A spine goes before the part of the body that it lies in.
 */
const WORDS: readonly (readonly [Region, RegExp])[] = [
  ['spine', /spine|spinal|vertebra|omurga|wirbel|lumbar|lomber|sacrum|sakrum|coccyx|\bl ?spine|discogr/],
  ['chest', /chest|thora(x|cic|ks)|torak|toraks|lung|akciger|gogus|pulmo|bronch|mediastin|\bhrct\b/],
  ['heart', /heart|cardiac|coronary|kardiyak|koroner|kalp|herz|calcium scor|smartscore/],
  [
    'head',
    /head|brain|skull|crani|krani|kranyum|cereb|beyin|kafa|schadel|orbit|sinus|temporal|face|facial|maxill|mandib|jaw|dental|\bears?\b|kulak|\biac\b|sella|hipofiz|pituit/,
  ],
  ['neck', /neck|boyun|laryn|larin|thyroid|tiroid|carotid|karotis|\bhals\b/],
  [
    'abdomen',
    /abd|abdomen|batin|pelvis|pelvic|liver|karaciger|kidney|bobrek|renal|urogra|pancrea|pankrea|colon|kolon|bowel|stomach|spleen|dalak|bladder|prosta|becken/,
  ],
  [
    'limb',
    /knee|\bdiz\b|\bhip\b|kalca|shoulder|omuz|elbow|dirsek|wrist|bilek|\bhand\b|finger|parmak|\bfoot\b|\bfeet\b|ayak|ankle|extremity|ekstremite|femur|uyluk|tibia|fibula|humerus|\barm\b|\bleg\b|bacak|thigh|calf|clavic|scapula/,
  ],
];
const WHOLE_BODY = /whole ?body|wholebody|tum vucut|ganzkorper/;
/** Kernels that are made for one region, by name: GE and Siemens ("Bl57d"); a sharp one alone may be for bone. */
const LUNG_KERNEL = /^lung|^bl\d\d/;

/**
 * In which window an image opens, and which windows are offered: told by modality, then by the first that names a part of
 * the body: Body Part Examined, the descriptions of series and study, the kernel. Names are for Hounsfield units, so there
 * are none outside CT. A chest opens in the lung window; a range of several parts, and what nobody names, as stored.
 */
export function windowsOf(image: ImagedPart): SeriesWindows {
  if (image.modality !== 'CT' || !isHounsfield(image)) return { opening: null, offered: [] };
  const regions = regionsOf(image);
  const isChest = regions.length === 1 && regions[0] === 'chest';
  return {
    opening: isChest && !isLocaliser(image) ? 'lung' : null,
    offered:
      regions.length === 0 ? ['lung', 'soft', 'bone', 'brain'] : [...new Set(regions.flatMap((r) => OFFERED[r]))],
  };
}

/** Air is far below 0 HU: values that cannot be negative are on another scale. */
const isHounsfield = ({
  rescaleIntercept,
  pixelRepresentation,
}: Pick<ImagedPart, 'rescaleIntercept' | 'pixelRepresentation'>): boolean =>
  rescaleIntercept < 0 || pixelRepresentation === 1;

/** Whether a value of an image may be told in HU: a localiser is a projection, and a file may name another unit. */
export const isToldInHounsfield = ({
  rescaleType,
  ...image
}: Omit<ImagedPart, 'bodyPartExamined' | 'studyDescription' | 'convolutionKernel'> & {
  readonly rescaleType: string | null;
}): boolean => image.modality === 'CT' && (rescaleType ?? 'HU') === 'HU' && isHounsfield(image) && !isLocaliser(image);

const isLocaliser = ({ imageType, seriesDescription }: Pick<ImagedPart, 'imageType' | 'seriesDescription'>): boolean =>
  imageType.includes('LOCALIZER') || /scout|topo|surview|locali[sz]er|kilavuz/.test(folded(seriesDescription));

function regionsOf(image: ImagedPart): Region[] {
  for (const text of [image.bodyPartExamined, image.seriesDescription, image.studyDescription]) {
    const words = folded(text);
    if (WHOLE_BODY.test(words)) return ['chest', 'abdomen', 'head'];
    const named = regionsIn(words);
    if (named.length > 0) return named;
  }
  return LUNG_KERNEL.test(folded(image.convolutionKernel)) ? ['chest'] : [];
}

function regionsIn(words: string): Region[] {
  // The thoracic spine is no chest: where a spine is named with a part, the part says which spine.
  const spine =
    /(t|c|l) ?spine|(thora\w+|torak\w*|cervical|servikal|dorsal|chest|neck|boyun|gogus)? ?(spine|vertebra\w*|omurga\w*)/;
  const rest = words.replace(spine, ' ');
  const named = WORDS.filter(([region, pattern]) => region !== 'spine' && pattern.test(rest)).map(([region]) => region);
  return rest !== words || WORDS[0]![1].test(words) ? ['spine', ...named] : named;
}

/** Lower case, without accents, marks as spaces. */
const folded = (text: string | null): string =>
  (text ?? '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
