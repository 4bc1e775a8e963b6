import type { reports } from '@duai/contract';
import type { Measure } from '@duai/imaging/browser';
import { MEASUREMENT_WORDS, type MeasurementWords } from '../../../../content/report-templates/measurement-words.ts';
import type { PlaneName } from '../../../../viewer/room/planes.ts';

/** A measurement, with what its sentence in the report tells. */
export interface TakenMeasurement {
  readonly id: string;
  readonly measure: Measure;
  /** Its figures as the viewer tells them, in the language of a page. */
  readonly text: string;
  /** By which the report tells it (`numberedImages`), or the computed plane that it lies on. */
  readonly image: number | PlaneName;
  /** Of a plane, how thick the slab is of which it shows the maximum; 0 is a single plane. */
  readonly slabMm?: number | undefined;
  /** Undefined for a series without a name. */
  readonly series: string | undefined;
}
type Language = reports.Report['language'];

/** The measurement as a sentence in the language of the report, whatever the language of the page. */
export const measuredSentence = (taken: TakenMeasurement, language: Language): string =>
  `${measuredWords(taken, language)}.`;

/** The sentence without its full stop, which a reader may replace by more words. */
export function measuredWords(taken: TakenMeasurement, language: Language): string {
  const { name, figures, place } = measuredParts(taken, language);
  return `${name}${figures} ${place}`;
}

/** The parts of the sentence; an arrow has no name. */
export function measuredParts({ measure, text, image, slabMm = 0, series }: TakenMeasurement, language: Language) {
  const words = MEASUREMENT_WORDS[language];
  const where = typeof image === 'number' ? `${words.image} ${image}` : words.planes[image];
  // Means are then those of maxima, and lengths those of a projection.
  const slab = slabMm > 0 ? `, MIP ${slabMm} mm` : '';
  const place = `(${series ?? words.unnamedSeries}, ${where}${slab})`;
  if (measure === 'arrow') return { name: '', figures: text.trim(), place };
  return { name: `${words.measures[measure]}: `, figures: figuresIn(text, language), place };
}

/**
 * Finds what has the form of a measured sentence; those of arrows may be any words. Its parts have a greatest length, so that a
 * long text with many brackets is searched soon.
 */
export function measuredForm(language: Language): RegExp {
  const { measures, image, planes } = MEASUREMENT_WORDS[language];
  const where = [`${image} \\d+`, ...Object.values(planes)].join('|');
  return new RegExp(
    `(?<!\\p{L})(?<name>${Object.values(measures).join('|')}): (?<figures>[^:\\n]{1,200}?) \\((?<series>[^\\n]{0,200}?), (?<where>${where})(?<slab>(?:, MIP [\\d.]+ mm)?)\\)`,
    'gu',
  );
}

/**
 * The text of a measurement in another language: its figures are those that were found when it was placed. They have no separators
 * of thousands, so a point or comma between digits is that of the decimals.
 */
export function figuresIn(text: string, language: reports.Report['language']): string {
  const words = MEASUREMENT_WORDS[language];
  if (Object.values(MEASUREMENT_WORDS).some(({ outside }) => outside === text)) return words.outside;
  return text
    .split(', ')
    .map((part) => translated(part, words))
    .join(', ');
}

function translated(part: string, to: MeasurementWords): string {
  const surface = (['atDetector', 'onFilm'] as const).flatMap((of) =>
    Object.values(MEASUREMENT_WORDS)
      .filter(({ [of]: { before, after } }) => part.startsWith(before) && part.endsWith(after))
      .map(({ [of]: from }) => ({ from, to: to[of] })),
  )[0];
  const { before, after } = surface?.from ?? { before: '', after: '' };
  const figures = part
    .slice(before.length, part.length - after.length)
    .replace(/(\d)[.,](\d)/gu, `$1${to.decimal}$2`)
    .replace(/^\p{L}+(?= )/u, (word) => wordFor(word, to));
  return surface ? `${surface.to.before}${figures}${surface.to.after}` : figures;
}

const wordFor = (word: string, to: MeasurementWords): string => {
  const name = (['mean', 'deviation', 'most'] as const).find((each) =>
    Object.values(MEASUREMENT_WORDS).some((words) => words[each] === word),
  );
  return name ? to[name] : word;
};
