import { reports } from '@duai/contract';
import { measuredForm, measuredParts, measuredWords, type TakenMeasurement } from './measured-sentence.ts';

/**
 * A measured sentence that stands in a section more often than measurements have its figures: what it tells was moved or removed
 * since, was measured by somebody else, or its figures were typed.
 */
export interface UnmatchedSentence {
  /** Without its full stop. */
  readonly words: string;
  /** Where it stands first, and how often. */
  readonly start: number;
  readonly told: number;
  /** Of the measurements, those with these figures. */
  readonly measured: number;
  /** Measurements of the same kind on the same image that the section does not tell; none where it is unclear which place is meant. */
  readonly others: readonly { readonly figures: string; readonly words: string }[];
}

/** The sections that tell of this examination; the others may tell figures of earlier ones. */
const OF_THIS_EXAMINATION = ['technique', 'findings', 'impression', 'recommendations', 'plainSummary'] as const;
export interface UnmatchedSection {
  readonly section: (typeof OF_THIS_EXAMINATION)[number];
  readonly sentences: readonly UnmatchedSentence[];
}

/** The sections with unmatched sentences. */
export const unmatchedBySection = (
  content: Pick<reports.ReportContent, (typeof OF_THIS_EXAMINATION)[number]>,
  measured: readonly TakenMeasurement[],
): UnmatchedSection[] =>
  OF_THIS_EXAMINATION.map((section) => ({ section, sentences: unmatchedIn(content[section], measured) })).filter(
    ({ sentences }) => sentences.length > 0,
  );

export function unmatchedIn(text: string, measured: readonly TakenMeasurement[]): UnmatchedSentence[] {
  return reports.REPORT_LANGUAGES.flatMap((language) => {
    const found = Map.groupBy(text.matchAll(measuredForm(language)), ([words]) => words);
    return [...found].flatMap(([words, [first, ...more]]) => {
      const told = 1 + more.length;
      const same = measuredAs(words, measured, language);
      if (!first || told <= same) return [];
      const others = measured
        .filter((one) => !tellsAll(text, one, measured, language))
        .map((one) => ({ ...measuredParts(one, language), words: measuredWords(one, language) }))
        .filter(({ name, place }) => name !== '' && words.startsWith(name) && words.endsWith(` ${place}`));
      const distinct = [...new Map(others.map((one) => [one.words, one])).values()];
      return [{ words, start: first.index, told, measured: same, others: told === 1 ? distinct : [] }];
    });
  });
}

/**
 * The text with the sentence of a measurement as a new line: again where another measurement has the same words. Null if the text
 * tells it by now.
 */
export function withMeasured(
  text: string,
  taken: TakenMeasurement,
  {
    measured,
    language,
    last,
  }: {
    readonly measured: readonly TakenMeasurement[];
    readonly language: reports.Report['language'];
    /** The one that was taken over before, perhaps by the same button. */
    readonly last: TakenMeasurement | null;
  },
): { readonly text: string; readonly isAgain: boolean } | null {
  const words = measuredWords(taken, language);
  const isAgain = timesIn(text, words) > 0;
  const isSame = last?.id === taken.id && measuredWords(last, language) === words;
  if (isAgain && (isSame || tellsAll(text, taken, measured, language))) return null;
  return { text: [text.trimEnd(), `${words}.`].filter(Boolean).join('\n'), isAgain };
}

/** Whether a text tells the words of a measurement as often as they were measured. */
function tellsAll(
  text: string,
  one: TakenMeasurement,
  measured: readonly TakenMeasurement[],
  language: reports.Report['language'],
): boolean {
  const words = measuredWords(one, language);
  return timesIn(text, words) >= measuredAs(words, measured, language);
}

const measuredAs = (
  words: string,
  measured: readonly TakenMeasurement[],
  language: reports.Report['language'],
): number => measured.filter((one) => measuredWords(one, language) === words).length;

const timesIn = (text: string, words: string): number =>
  text
    .split(words)
    .slice(0, -1)
    .filter((before) => !/[\p{L}\p{N}]$/u.test(before)).length;
