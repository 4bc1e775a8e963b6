import { describe, expect, it } from 'vitest';
import { namesOfSeries, ofSeries, seriesOfResults } from './series-of-results.ts';

const series = (id: string, description: string | null, seriesNumber: number | null = null) => ({
  ...{ id, description, seriesNumber, modality: 'CT' },
});
const namesIn = (...all: ReturnType<typeof series>[]) => [...namesOfSeries(all).values()];
const run = (id: string, algorithmId: string, seriesId: string, result: object | null = {}) => ({
  ...{ id, algorithmId, seriesId, result: result as never },
});

describe('the series of results', () => {
  it('have their description as a name, or also their number, or else their place', () => {
    expect(namesIn(series('a', 'Lung', 2), series('b', 'Soft', 2))).toEqual(['Lung', 'Soft']);
    expect(namesIn(series('a', 'Lung', 2), series('b', 'Lung', 3), series('c', null, 4))).toEqual([
      'Lung (2)',
      'Lung (3)',
      'CT (4)',
    ]);
    expect(namesIn(series('a', 'Lung', 2), series('b', 'Lung', 2), series('c', 'Lung'))).toEqual([
      'Lung (1)',
      'Lung (2)',
      'Lung (3)',
    ]);
  });

  it('are named where one algorithm gave several results, not where it gave one', () => {
    const studies = [{ series: [series('a', 'Lung')] }, { series: [series('b', 'Soft')] }];
    const runs = [
      ...[run('1', 'volume', 'a'), run('2', 'volume', 'b')],
      ...[run('3', 'calcium', 'a'), run('4', 'calcium', 'b', null), run('5', 'volume', 'gone')],
    ];
    expect([...seriesOfResults(runs, studies)]).toEqual([
      ['1', 'Lung'],
      ['2', 'Soft'],
    ]);
    expect(ofSeries('Hacim 4 l.', 'Lung', 'tr')).toBe('Seri Lung: Hacim 4 l.');
    expect(ofSeries('Volume 4 l.', undefined, 'en')).toBe('Volume 4 l.');
  });
});
