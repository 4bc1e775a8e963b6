import { describe, expect, it } from 'vitest';
import { fakeSeries, fakeSource } from '../../testing/fake-source.ts';
import type { RoomStudy } from '../series-rail.tsx';
import { type Filling, fillingsBy, placesOf, planesId, planesShown } from './hanging.ts';

describe('a saved arrangement', () => {
  const study = (id: string, ...names: (string | null)[]) => ({
    id,
    title: id,
    source: fakeSource(names.map((description, at) => ({ ...fakeSeries(`${id}-${at}`, [1]), description }))),
  });

  it('finds its series again by name, else by place, and those of the latest earlier examination', () => {
    const [before, prior] = [study('now', 'Lung', 'Bone', null), study('then', 'Lung')];
    const fillings = [
      { studyId: 'now', seriesId: 'now-1' },
      undefined,
      { studyId: 'then', seriesId: 'then-0' },
      { studyId: 'now', seriesId: 'now-2' },
    ];
    const places = placesOf(fillings, [before, prior]);
    expect(places).toEqual([
      { isPrior: false, description: 'Bone', rank: 1 },
      null,
      { isPrior: true, description: 'Lung', rank: 0 },
      { isPrior: false, description: null, rank: 2 },
    ]);
    const next = study('next', 'Scout', null, 'Lung', 'Bone');
    expect(fillingsBy(places, [next, study('last', 'Scout', 'Lung')])).toEqual([
      { studyId: 'next', seriesId: 'next-3' },
      undefined,
      { studyId: 'last', seriesId: 'last-1' },
      { studyId: 'next', seriesId: 'next-2' },
    ]);
    expect(fillingsBy(places, [study('alone', 'Scout')])).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('has each of two series of one name in its viewport, also where another series came before them', () => {
    const [now, next] = [study('now', 'Thorax', 'Thorax'), study('next', 'Scout', 'Thorax', 'Thorax')];
    const [first, second] = [
      { studyId: 'now', seriesId: 'now-0' },
      { studyId: 'now', seriesId: 'now-1' },
    ];
    for (const fillings of [
      [first, second],
      [second, first],
      [second, undefined],
      // One series in two windows.
      [second, second],
    ])
      expect(fillingsBy(placesOf(fillings, [now]), [now])).toEqual(fillings);
    const shown = (from: RoomStudy, to: RoomStudy, ...fillings: Filling[]) =>
      fillingsBy(placesOf(fillings, [from]), [to]).map((filling) => filling?.seriesId);
    expect(shown(now, next, first, second)).toEqual(['next-1', 'next-2']);
    expect(shown(now, next, second, first)).toEqual(['next-2', 'next-1']);
    const [third, fourth] = [
      { studyId: 'next', seriesId: 'next-1' },
      { studyId: 'next', seriesId: 'next-2' },
    ];
    expect(shown(next, now, third, fourth)).toEqual(['now-0', 'now-1']);
  });

  it('does not put one series in the place of another that this case does not have', () => {
    const now = study('now', 'T1', 'T2');
    const places = placesOf(
      [
        { studyId: 'now', seriesId: 'now-1' },
        { studyId: 'now', seriesId: 'now-0' },
      ],
      [now],
    );
    expect(fillingsBy(places, [study('next', 'Scout', 'T1')])).toEqual([
      undefined,
      { studyId: 'next', seriesId: 'next-1' },
    ]);
  });

  it('keeps which planes of which series stood in it', () => {
    const now = study('now', 'Scout', 'Stack');
    const stack = { studyId: 'now', seriesId: 'now-1' };
    const fillings = [stack, { studyId: planesId(stack), seriesId: 'coronal' }];
    const places = placesOf(fillings, [now]);
    expect(places[1]).toEqual({ isPrior: false, description: 'Stack', rank: 1, plane: 'coronal' });
    const again = { studyId: 'next', seriesId: 'next-0' };
    const next = study('next', 'Stack');
    const found = fillingsBy(places, [next]);
    expect(found).toEqual([again, { studyId: planesId(again), seriesId: 'coronal' }]);
    expect(planesShown(found, [next])).toEqual(again);
    expect(planesShown([again], [next])).toBeUndefined();
  });
});
