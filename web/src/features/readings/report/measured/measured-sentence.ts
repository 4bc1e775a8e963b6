import type { reports } from '@duai/contract';
import type { Measure } from '@duai/imaging/browser';
import { MEASUREMENT_WORDS, type MeasurementWords } from '../../../../content/report-templates/measurement-words.ts';

/** A measurement that its reader wants in the report. */
export interface TakenMeasurement {
  readonly measure: Measure;
  /** Its figures as the viewer tells them, in the language of a page. */
  readonly text: string;
  /** By which the report tells it (`numberedImages`). */
  readonly image: number;
  readonly series: string;
}

/** A measurement that was moved: the figures that it told before, and those of now. */
export interface RemeasuredFigures {
  readonly id: string;
  readonly measure: Exclude<Measure, 'arrow'>;
  readonly former: readonly string[];
  readonly now: string;
}

/** The measurement as a sentence in the language of the report, whatever the language of the page. */
export function measuredSentence(
  { measure, text, image, series }: TakenMeasurement,
  language: reports.Report['language'],
): string {
  const words = MEASUREMENT_WORDS[language];
  const place = `(${series}, ${words.image} ${image}).`;
  if (measure === 'arrow') return `${text.trim()} ${place}`;
  return `${measuredFigures({ measure, text }, language)} ${place}`;
}

/** What a measurement tells, without its place. */
export const measuredFigures = (
  { measure, text }: { readonly measure: Exclude<Measure, 'arrow'>; readonly text: string },
  language: reports.Report['language'],
): string => `${MEASUREMENT_WORDS[language].measures[measure]}: ${figuresIn(text, language)}`;

/**
 * The measurements that were moved (former figures by id), as far as no other one of their kind tells those figures now. An
 * arrow has none.
 */
export function remeasuredOf(
  all: readonly { readonly id: string; readonly measure: Measure; readonly text: string }[],
  formerOf: (id: string) => readonly string[],
): RemeasuredFigures[] {
  return all.flatMap(({ id, measure, text: now }) => {
    if (measure === 'arrow') return [];
    // They may have been told on a page in the other language.
    const isTold = (figures: string) =>
      all.some((one) => one.measure === measure && figuresIn(one.text, 'en') === figuresIn(figures, 'en'));
    const former = formerOf(id).filter((figures) => !isTold(figures));
    return former.length > 0 ? [{ id, measure, former, now }] : [];
  });
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
  const from = Object.values(MEASUREMENT_WORDS).find(
    ({ atDetector: { before, after } }) => part.startsWith(before) && part.endsWith(after) && before + after !== '',
  );
  const { before, after } = from?.atDetector ?? { before: '', after: '' };
  const figures = part
    .slice(before.length, part.length - after.length)
    .replace(/(\d)[.,](\d)/gu, `$1${to.decimal}$2`)
    .replace(/^\p{L}+(?= )/u, (word) => wordFor(word, to));
  return from ? `${to.atDetector.before}${figures}${to.atDetector.after}` : figures;
}

const wordFor = (word: string, to: MeasurementWords): string => {
  const name = (['mean', 'deviation', 'most'] as const).find((each) =>
    Object.values(MEASUREMENT_WORDS).some((words) => words[each] === word),
  );
  return name ? to[name] : word;
};
