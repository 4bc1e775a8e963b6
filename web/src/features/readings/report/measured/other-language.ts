import { reports } from '@duai/contract';
import { MEASUREMENT_WORDS } from '../../../../content/report-templates/measurement-words.ts';
import { figuresIn, measuredForm, measuredWords, type TakenMeasurement } from './measured-sentence.ts';

type Language = reports.Report['language'];

/**
 * A text with its measured sentences in another language, whatever became of their measurements. Of arrows, whose words are the
 * reader's, the place alone, and only where they are among the measurements.
 */
export function withMeasuredIn(to: Language, text: string, measured: readonly TakenMeasurement[]): string {
  const others = reports.REPORT_LANGUAGES.filter((language) => language !== to);
  const arrows = measured.filter(({ measure }) => measure === 'arrow');
  return others.reduce((before, from) => {
    const sentences = before.replace(measuredForm(from), (...matched) => inWordsOf(to, from, matched.at(-1)));
    return arrows.reduce(
      (all, one) => all.replaceAll(measuredWords(one, from), () => measuredWords(one, to)),
      sentences,
    );
  }, text);
}

function inWordsOf(
  to: Language,
  from: Language,
  { name, figures, series, where, slab }: Record<'name' | 'figures' | 'series' | 'where' | 'slab', string>,
): string {
  const [words, others] = [MEASUREMENT_WORDS[from], MEASUREMENT_WORDS[to]];
  const measure = nameFor(words.measures, name);
  const plane = nameFor(words.planes, where);
  const place = plane ? others.planes[plane] : where.replace(words.image, others.image);
  const of = series === words.unnamedSeries ? others.unnamedSeries : series;
  return `${measure ? others.measures[measure] : name}: ${figuresIn(figures, to)} (${of}, ${place}${slab})`;
}

const nameFor = <Name extends string>(words: Readonly<Record<Name, string>>, word: string): Name | undefined =>
  (Object.keys(words) as Name[]).find((name) => words[name] === word);
