import { z } from 'zod';
import type { Language } from '../values/languages.ts';
import { withMinus } from '../values/minus-sign.ts';

/** The named windows: centre and width in HU. */
export const NAMED_WINDOWS = {
  lung: { center: -600, width: 1500 },
  soft: { center: 50, width: 400 },
  bone: { center: 400, width: 1800 },
  brain: { center: 40, width: 80 },
} as const;
export const windowNameSchema = z.enum(['lung', 'soft', 'bone', 'brain']);
export type WindowName = z.infer<typeof windowNameSchema>;

/** The window presets of a series: the one it opens in, and those offered by name. */
export const seriesWindowsSchema = z.object({
  /** Null: the window in the file. */
  opening: windowNameSchema.nullable(),
  offered: z.array(windowNameSchema),
});
export type SeriesWindows = z.infer<typeof seriesWindowsSchema>;

interface Window {
  readonly center: number;
  readonly width: number;
}

/** Narrow windows (standardised uptake, for example) keep their decimals. */
export const shownWindow = ({ center, width }: Window): { center: number; width: number } => {
  const decimals = width < 30 ? Math.max(1, Math.ceil(1 - Math.log10(width))) : 0;
  const round = (value: number) => Number(value.toFixed(decimals)) || 0;
  return { center: round(center), width: round(width) };
};

/** A window as displayed on screen and paper; for PET in standardised uptake, if it is known. */
export const toldWindow = (window: Window, suvFactor: number | null) => {
  const scale = suvFactor ?? 1;
  const told = shownWindow({ center: window.center * scale, width: window.width * scale });
  return { ...told, unit: suvFactor === null ? null : ('SUV' as const) };
};

/** A figure of a window as the language writes it: −2.5, in Turkish −2,5. */
export const windowFigure = (value: number, language: Language): string =>
  withMinus(value).replace('.', language === 'tr' ? ',' : '.');

/** Format: "2.5/5 SUV": centre/width and the unit, if there is one. */
export function windowText(window: Window, suvFactor: number | null, language: Language): string {
  const { center, width, unit } = toldWindow(window, suvFactor);
  return `${windowFigure(center, language)}/${windowFigure(width, language)}${unit ? `\u00a0${unit}` : ''}`;
}

/** What a header says about the imaged body part (names as in `DicomHeader`). */
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

/** The windows that are useful in each region. */
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
 * Words for each region, without case and accents: defined terms of Body Part Examined (PS3.16 Annex L) and the usual
 * English, Turkish and German terms of departments. Spine comes before the part of the body that it lies in.
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
/** Names of kernels made for one region, by GE and Siemens ("Bl57d"); a kernel that is merely sharp may be for bone. */
const LUNG_KERNEL = /^lung|^bl\d\d/;

/**
 * The window an image opens in and the windows offered. They depend on the modality, then on the first header that names a
 * body part: Body Part Examined, the descriptions of series and study, the kernel. Named windows are in Hounsfield units, so
 * only CT has them. A chest opens in the lung window; a range of several parts, or no named part, opens as stored.
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

/** Air is far below 0 HU, so values that cannot be negative are on another scale. */
const isHounsfield = ({
  rescaleIntercept,
  pixelRepresentation,
}: Pick<ImagedPart, 'rescaleIntercept' | 'pixelRepresentation'>): boolean =>
  rescaleIntercept < 0 || pixelRepresentation === 1;

/** Whether a pixel value may be shown in HU: not for a localiser, which is a projection, nor if the file names another unit. */
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
  // A thoracic spine is not a chest: if a spine is named together with a part, the part only says which spine.
  const spine =
    /(t|c|l) ?spine|(thora\w+|torak\w*|cervical|servikal|dorsal|chest|neck|boyun|gogus)? ?(spine|vertebra\w*|omurga\w*)/;
  const rest = words.replace(spine, ' ');
  const named = WORDS.filter(([region, pattern]) => region !== 'spine' && pattern.test(rest)).map(([region]) => region);
  return rest !== words || WORDS[0]![1].test(words) ? ['spine', ...named] : named;
}

/** Lower case, without accents, punctuation replaced by spaces. */
const folded = (text: string | null): string =>
  (text ?? '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
