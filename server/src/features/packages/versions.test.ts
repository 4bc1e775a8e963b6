import { expect, it } from 'vitest';
import { asChosen, assertMayBeActive, chosenBefore, chosenFirst, runnable } from './versions.ts';

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
