import { expect, it } from 'vitest';
import {
  asChosen,
  assertAccepted,
  assertMayBeActive,
  chosenBefore,
  chosenFirst,
  runnable,
  withoutUnaccepted,
} from './versions.ts';

const version = (name: string | null) => ({ version: name, followsDefault: false });
const THE_DEFAULT = { version: null, followsDefault: true };

it('a step back goes to what was chosen before, and at the beginning to what held before anybody chose', () => {
  const off = chosenFirst(null, null);
  expect(chosenBefore([version('2'), version('1')], off)).toEqual(version('1'));
  expect(chosenBefore([version('2'), version('2'), version('1')], off)).toEqual(version('1'));
  expect(chosenBefore([version('1')], off)).toEqual(version(null));
  expect(chosenBefore([], off)).toBeNull();
  expect(chosenBefore([version(null)], off)).toBeNull();
  // An institution follows the default until it has a choice of its own; a built-in algorithm runs.
  expect(chosenBefore([version('1')], chosenFirst('an institution', null))).toEqual(THE_DEFAULT);
  expect(chosenBefore([version(null)], chosenFirst(null, '3'))).toEqual(version('3'));
});

it('a built-in algorithm goes back to the version of the software', () => {
  expect(asChosen([version(null), version('2')], '3')).toEqual([version(null), version('3')]);
  expect(asChosen([version(null), version('2')], null)).toEqual([version(null), version('2')]);
});

it('an institution that took its choice back follows the default again', () => {
  const of = (name: string) => ({ manifest: { id: 'a', version: name } }) as never;
  const byDefault = { institutionId: null, algorithmId: 'a', version: '1' };
  const own = { institutionId: 'i', algorithmId: 'a', version: '2' };
  const imported = [of('1'), of('2')];
  const active = (...activations: Parameters<typeof runnable>[2][number][]) =>
    runnable([], imported, activations, []).active.map(({ manifest }) => manifest.version);
  expect(active(byDefault, own)).toEqual(['2']);
  expect(active(byDefault, own, { ...own, version: null })).toEqual([]);
  expect(active(byDefault, own, { ...own, version: null, followsDefault: true })).toEqual(['1']);
});

it('a version without a card is not made active', () => {
  const row = { algorithmId: 'a', version: '1' };
  expect(() => assertMayBeActive({ ...row, card: '# a 1: x' })).not.toThrow();
  expect(() => assertMayBeActive({ ...row, card: ' \n' })).toThrow('VERSION_WITHOUT_CARD');
});

it('a default that is newer than the wish for acceptance runs reaches an institution only in a version that passed', () => {
  const at = (day: number) => new Date(2026, 0, day);
  const chosen = (version: string | null, day: number, institutionId: string | null = null) => ({
    ...{ institutionId, algorithmId: 'a', version, activatedAt: at(day) },
  });
  const rows = [chosen('1', 1), chosen('2', 3), chosen(null, 4), chosen('3', 5), chosen('4', 6, 'i')];
  const kept = (requiredSince: Date | null, passed: string[], present?: string, exempt: string[] = []) =>
    withoutUnaccepted(
      rows,
      { requiredSince, exempt: new Set(exempt), ends: new Map(passed.map((version) => [`a ${version}`, 'passed'])) },
      () => present,
    ).map(({ version }) => version);
  expect(kept(null, [])).toEqual(['1', '2', null, '3', '4']);
  expect(kept(at(2), [])).toEqual(['1', null, '4']);
  expect(kept(at(2), ['2'])).toEqual(['1', '2', null, '4']);
  // A built-in algorithm was chosen in the version of its day and runs in the present one: either may have passed.
  expect(kept(at(2), [], '9')).toEqual(['1', null, '4']);
  expect(kept(at(2), ['9'], '9')).toEqual(['1', '2', null, '3', '4']);
  expect(kept(at(2), ['3'], '9')).toEqual(['1', null, '3', '4']);
  // Nobody can try an algorithm that waits for a region.
  expect(kept(at(2), [], '9', ['a'])).toEqual(['1', '2', null, '3', '4']);
});

it('a version that was not tried, did not pass or is being tried is not made active where that is asked for', () => {
  const acceptance = (state?: 'running' | 'passed' | 'not-passed', requiredSince: Date | null = new Date()) => ({
    requiredSince,
    exempt: new Set<string>(),
    ends: new Map(state ? [['a 1', state]] : []),
  });
  for (const state of [undefined, 'running', 'not-passed'] as const) {
    expect(() => assertAccepted(acceptance(state), 'a', '1')).toThrow('VERSION_NOT_ACCEPTED');
    expect(() => assertAccepted(acceptance(state, null), 'a', '1')).not.toThrow();
  }
  expect(() => assertAccepted(acceptance('passed'), 'a', '1')).not.toThrow();
  expect(() => assertAccepted({ ...acceptance(), exempt: new Set(['a']) }, 'a', '1')).not.toThrow();
});
