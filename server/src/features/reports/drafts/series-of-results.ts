import type { studies as studyContract } from '@duai/contract';
import { DOCUMENT_TEXTS, type DocumentLanguage } from '../../../core/texts.ts';
import type { Run } from '../../analyses/index.ts';

type Series = Pick<studyContract.Series, 'id' | 'description' | 'modality' | 'seriesNumber'>;

/** A name for each series of a case by which it is told from the others: its description, or also its number or place. */
export function namesOfSeries(series: readonly Series[]): Map<string, string> {
  const nameOf = ({ description, modality }: Series) => description ?? modality ?? 'series';
  const isAlone = (one: Series, of: (each: Series) => unknown) =>
    series.every((each) => each === one || of(each) !== of(one));
  return new Map(
    series.map((one, at) => {
      if (one.description !== null && isAlone(one, nameOf)) return [one.id, one.description];
      const isNumbered = one.seriesNumber !== null && isAlone(one, ({ seriesNumber }) => seriesNumber);
      return [one.id, `${nameOf(one)} (${isNumbered ? one.seriesNumber : at + 1})`];
    }),
  );
}

/** The series of each run whose algorithm gave results on several series of the case, by run; the others need no name. */
export function seriesOfResults(
  runs: readonly Pick<Run, 'id' | 'algorithmId' | 'seriesId' | 'result'>[],
  studies: readonly { readonly series: readonly Series[] }[],
): Map<string, string> {
  const names = namesOfSeries(studies.flatMap(({ series }) => series));
  const answered = Map.groupBy(
    runs.filter(({ result }) => result),
    ({ algorithmId }) => algorithmId,
  );
  const several = [...answered.values()].filter((same) => same.length > 1).flat();
  return new Map(
    several.flatMap(({ id, seriesId }) => {
      const name = names.get(seriesId);
      return name === undefined ? [] : [[id, name]];
    }),
  );
}

/** A sentence of a run, with its series where that has a name. */
export const ofSeries = (sentence: string, series: string | undefined, language: DocumentLanguage): string =>
  series === undefined ? sentence : DOCUMENT_TEXTS[language].draft.ofSeries({ series, sentence });
