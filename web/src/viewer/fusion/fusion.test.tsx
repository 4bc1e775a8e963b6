import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { InEnglish } from '../../lib/testing/in-english.tsx';
import { framesOf } from '../frames.ts';
import type { Layout } from '../pixels/layout.ts';
import type { PixelDescription } from '../pixels/values/describe-pixels.ts';
import { commandOf, shortcutsOf } from '../stage/keys.ts';
import { PositionNote } from '../stage/shown/around-the-image.tsx';
import { StageImage } from '../stage/shown/stage-image.tsx';
import { FIRST_VIEW, type ViewCommand, viewAfter } from '../stage/view.ts';
import { described, fakeSeries, fakeSource } from '../testing/fake-source.ts';
import type { OpenVolume } from '../volume/open-volume.ts';
import { type CutValues, cutOf } from './cut.ts';
import { ColourBar, FusedCaption, FusedLayer, FusedValue } from './fused-image.tsx';
import { type FusedVolume, FusedVolumes } from './fused-volumes.ts';
import {
  candidateOf,
  candidatesFor,
  descriptionsAround,
  elsewhereFor,
  type FusionCandidate,
  fusedOn,
  isUptake,
} from './fusion.ts';
import { FusionTools } from './fusion-tools.tsx';

const drawn = (page: ReactNode) => renderToStaticMarkup(<InEnglish>{page}</InEnglish>);

const slice = (z: number, change: Partial<PixelDescription> = {}): PixelDescription => ({
  ...described(`1.2.${z}`),
  columns: 4,
  rows: 4,
  spacing: { rowMm: 2, columnMm: 2, of: 'patient' },
  orientation: [1, 0, 0, 0, 1, 0],
  position: [0, 0, z],
  frameOfReferenceUid: '9',
  ...change,
});
const uptake = (id: string, suvFactor: number | null = 0.1) => {
  const plain = fakeSeries(id, [1, 1, 1, 1]);
  const images = plain.images.map((image, index) => ({
    ...image,
    window: { ...image.window!, center: 500 * index, width: 1000, suvFactor },
  }));
  return { ...plain, modality: 'PT', images };
};
const candidate = (id: string, suvFactor?: number | null, change: Partial<PixelDescription> = {}): FusionCandidate =>
  candidateOf(
    { source: fakeSource([]), series: uptake(id, suvFactor) },
    id,
    new Map([1, 2, 3, 4].map((z) => [`1.2.${z}`, slice(z, { unit: 'Bq/ml', ...change })])),
  )!;

/** Volumes in this state, with these values on one slice. */
function volumesWith(state: FusedVolume, values?: CutValues, on?: PixelDescription): FusedVolumes {
  const volumes = new FusedVolumes();
  volumes.stateOf = () => state;
  volumes.on = (_, cut) => (cut && on && cut.key === cutOf(on)?.key ? values : undefined);
  return volumes;
}
const OPEN: FusedVolume = { status: 'open', volume: { thinnedBy: 1 } as OpenVolume };
const values: CutValues = { values: new Float32Array(16).fill(5), isEmpty: false };
const fusedWith = (volumes: FusedVolumes, on: PixelDescription, of = candidate('pet')) => ({
  ...fusedOn({ volumes, candidates: [of] }, { ...SHOWN, seriesId: of.id }, on, () => [])!,
});
const SHOWN = { seriesId: 'pet', isShown: true, opacity: 0.6, range: null };
const layout: Layout = {
  stage: { width: 80, height: 600 },
  columns: 4,
  rows: 4,
  pixelAspect: 1,
  rotation: 0,
  isFlipped: false,
  placement: { scale: 1, x: 0, y: 0 },
};

describe('colours over an image', () => {
  const volumes = volumesWith(OPEN, values, slice(10));
  const layerOn = (on: PixelDescription) => drawn(<FusedLayer {...fusedWith(volumes, on)} />);
  const saidOn = (on: PixelDescription, by = volumes) =>
    drawn(<FusedCaption {...fusedWith(by, on)} run={() => {}} />).replaceAll(/<[^>]*>/g, '');

  it('are those of its own slice, and until they are there it has none, and says so', () => {
    expect(layerOn(slice(10))).toContain('data-fusion="pet"');
    expect(layerOn(slice(11))).toBe('');
    expect(saidOn(slice(10))).toBe('+ pet');
    expect(saidOn(slice(11))).toBe('+ pet: not drawn yet');
  });

  it('are none in another frame of reference, where the same numbers are another place', () => {
    const elsewhere = slice(10, { frameOfReferenceUid: '8' });
    expect(layerOn(elsewhere)).toBe('');
    expect(saidOn(elsewhere)).toBe('+ pet: not drawn on this image');
    expect(saidOn(slice(10, { isMaximum: true, isWholeDepth: true }))).toBe('+ pet: not drawn on this image');
  });

  it('come with what is on its way, left out or not there', () => {
    expect(saidOn(slice(10), volumesWith({ status: 'loading', done: 3, total: 80 }))).toBe('+ pet: loading 3 of 80');
    expect(saidOn(slice(10), volumesWith(OPEN, { ...values, isEmpty: true }, slice(10)))).toBe(
      '+ pet: does not reach this plane',
    );
    const thinned: FusedVolume = { status: 'open', volume: { thinnedBy: 2 } as OpenVolume };
    expect(saidOn(slice(10), volumesWith(thinned, values, slice(10)))).toBe('+ pet, from 1 of 2 rows and columns');
  });

  it('lie between the image and its masks', () => {
    const [frame] = framesOf(fakeSeries('a', [1]));
    const marked = { code: 'LUNG', columns: 4, rows: 4, slices: [{ sopInstanceUid: '1.2.1', runs: 'DC' }] };
    const page = (fused: ReactNode) =>
      drawn(
        <StageImage
          frame={frame!}
          stored={{
            imageId: 'a-1',
            frame: 0,
            values: { description: slice(10), stored: new Uint16Array(16) },
          }}
          picture={undefined}
          window={undefined}
          steps={undefined}
          view={{ ...FIRST_VIEW, hiddenMasks: [] }}
          layout={layout}
          overlays={[marked as never]}
          graphics={[]}
          name="slice"
          hasPlainLooks={false}
          fused={fused}
        />,
      );
    const canvases = (html: string) => html.match(/data-(pixels|fusion|overlay)="/g);
    expect(canvases(page(undefined))).toEqual(['data-pixels="', 'data-overlay="']);
    expect(page(undefined).match(/<canvas/g)).toHaveLength(1);
    const fused = page(<FusedLayer {...fusedWith(volumes, slice(10))} />);
    expect(canvases(fused)).toEqual(['data-pixels="', 'data-fusion="', 'data-overlay="']);
  });

  it('have their values beside that of the image, and their scale in the corner', () => {
    const said = (at: PixelDescription, of = candidate('pet')) =>
      drawn(<FusedValue {...fusedWith(volumes, at, of)} at={{ x: 0, y: 0 }} layout={layout} />);
    expect(said(slice(10))).toContain('· PET 5 SUV');
    expect(said(slice(10), candidate('pet', null))).toContain('· PET 5 Bq/ml');
    expect(said(slice(11))).toBe('');
    // Where the image has no value: in colours, or beyond the volume of a plane.
    const value = <FusedValue {...fusedWith(volumes, slice(10))} at={{ x: 0, y: 0 }} layout={layout} />;
    const note = drawn(
      <PositionNote hovered={null} fused={value} isWaiting={false}>
        3/6
      </PositionNote>,
    );
    expect(note.replaceAll(/<[^>]*>/g, '')).toBe('3/6· PET 5 SUV');
    const slab = slice(10, { isMaximum: true, thicknessMm: 20 });
    const onSlab = fusedWith(volumesWith(OPEN, values, slab), slab);
    expect(drawn(<FusedValue {...onSlab} at={{ x: 0, y: 0 }} layout={layout} />)).toContain('· PET max 5 SUV');
    const bar = (stageHeight: number) =>
      drawn(<ColourBar {...fusedWith(volumes, slice(10))} stageHeight={stageHeight} />);
    expect(bar(600)).toContain('aria-label="Colours of pet: 0 to 7 SUV"');
    expect(bar(200)).toBe('');
  });
});

describe('what is offered', () => {
  const ct = { ...fakeSeries('ct', [1]), modality: 'CT' };
  const day = (id: string) => ({ examination: { id, studyDate: null, description: null } });

  it('is PET and NM of the same examination in the same frame of reference', () => {
    const [pet, later] = [candidate('pet'), candidate('later')];
    const all = [pet, { ...later, series: { ...later.series, ...day('2') } }];
    const ids = (base: typeof ct, uid: string | null) => candidatesFor(base, uid, all).map(({ id }) => id);
    expect(ids(ct, '9')).toEqual(['pet']);
    expect(ids({ ...ct, ...day('2') }, '9')).toEqual(['later']);
    expect(ids(ct, '8')).toEqual([]);
    expect(ids(ct, null)).toEqual([]);
    expect(ids({ ...ct, modality: 'PT' }, '9')).toEqual([]);
    // Without correction for attenuation there is no standardised uptake.
    const uncorrected = [candidate('uncorrected', null), candidate('other'), pet];
    expect(candidatesFor(ct, '9', uncorrected).map(({ id }) => id)).toEqual(['other', 'pet', 'uncorrected']);
    // Without a weight neither has standardised uptake.
    const both = [
      candidate('uncorrected', null, { isAttenuationCorrected: false }),
      candidate('corrected', null, { isAttenuationCorrected: true }),
    ];
    expect(candidatesFor(ct, '9', both).map(({ id }) => id)).toEqual(['corrected', 'uncorrected']);
    // Times of a dynamic scan lie at one place.
    const dynamic = candidateOf(
      { source: fakeSource([]), series: uptake('dynamic') },
      'dynamic',
      new Map([1, 2, 3, 4].map((time) => [`1.2.${time}`, slice(1)])),
    )!;
    expect(candidatesFor(ct, '9', [dynamic, ...uncorrected]).map(({ id }) => id)).toEqual([
      'other',
      'pet',
      'uncorrected',
      'dynamic',
    ]);
    expect(['PT', 'NM', 'CT', 'MR'].map((modality) => isUptake({ ...ct, modality }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('is told with the reason where the frame of reference of the examination’s uptake differs', () => {
    const pet = candidate('pet');
    const later = { ...candidate('later'), series: { ...pet.series, ...day('2') } };
    expect(elsewhereFor(ct, '8', [pet])).toBe('pet');
    expect(elsewhereFor(ct, '8', [later])).toBeUndefined();
    expect(elsewhereFor(ct, '9', [candidate('other', 0.1, { frameOfReferenceUid: '7' }), pet])).toBeUndefined();
    // A picture without a place, a series of uptake, and one that is not known yet.
    expect(elsewhereFor(ct, null, [pet])).toBeUndefined();
    expect(elsewhereFor({ ...ct, modality: 'PT' }, '8', [pet])).toBeUndefined();
    expect(elsewhereFor(ct, undefined, [pet])).toBeUndefined();
    const offer = { volumes: new FusedVolumes(), candidates: [], elsewhere: 'pet' };
    expect(drawn(<FusionTools offer={offer} fusion={null} run={() => {}} />)).toContain(
      'No fusion: pet has another frame of reference',
    );
  });

  it('begins with uptake to 7 SUV; without it at the end of the widest window of its slices', () => {
    expect(candidate('pet')).toMatchObject({ range: { from: 0, to: 7 }, scale: { unit: 'SUV' } });
    expect(candidate('pet', null)).toMatchObject({ range: { from: 0, to: 2000 }, scale: { unit: 'Bq/ml' } });
  });

  it('is no series whose slices lie in several frames of reference', () => {
    const of = { source: fakeSource([]), series: uptake('pet') };
    const two = [slice(1), slice(2, { frameOfReferenceUid: '8' })];
    expect(candidateOf(of, 'pet', new Map(two.map((one) => [one.sopInstanceUid, one])))).toBeUndefined();
    expect(candidateOf(of, 'pet', new Map())).toBeUndefined();
  });

  it('is left when its series is offered no more', () => {
    const offer = { volumes: new FusedVolumes(), candidates: [candidate('other')] };
    expect(fusedOn(offer, SHOWN, slice(10), () => [])).toBeUndefined();
    expect(fusedOn(undefined, SHOWN, slice(10), () => [])).toBeUndefined();
    expect(fusedOn(offer, { ...SHOWN, seriesId: 'other', isShown: false }, slice(10), () => [])).toBeUndefined();
  });

  it('is computed for the neighbours too, the nearest first', () => {
    const series = fakeSeries('ct', [1, 1, 1, 1]);
    const known = new Map([1, 2, 3, 4].map((z) => [`1.2.${z}`, slice(z)]));
    const around = (at: number | undefined) =>
      descriptionsAround(framesOf(series), at, known).map(({ sopInstanceUid }) => sopInstanceUid);
    expect(around(1)).toEqual(['1.2.3', '1.2.1', '1.2.4']);
    expect(around(undefined)).toEqual([]);
  });
});

describe('the switch', () => {
  const viewed = { frames: 3, opening: null, masks: [] };
  const after = (...commands: ViewCommand[]) =>
    commands.reduce((view, command) => viewAfter(view, command, viewed), FIRST_VIEW).fusion;
  const toggle = (seriesId: string): ViewCommand => ({ do: 'toggle-fusion', seriesId });

  it('brings and hides the colours as the reader left them; those of another series begin with its own range', () => {
    const range = { from: 1, to: 5 };
    const set: ViewCommand = { do: 'change-fusion', change: { opacity: 0.3, range } };
    expect(after(toggle('pet'))).toEqual(SHOWN);
    expect(after(toggle('pet'), set, toggle('pet'))).toMatchObject({ isShown: false, opacity: 0.3, range });
    expect(after(toggle('pet'), set, toggle('pet'), toggle('pet'))).toMatchObject({ isShown: true, range });
    expect(after(toggle('pet'), set, toggle('nac'))).toMatchObject({ seriesId: 'nac', opacity: 0.3, range: null });
    expect(after(toggle('pet'), { do: 'change-fusion', change: null })).toBeNull();
    expect(after(set)).toBeNull();
  });

  it('has the key U where something is offered', () => {
    const map = { presets: [], hasWindow: true, hasSeries: true, hasMeasures: true, isRightToLeft: false };
    const pressed = { key: 'u', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
    expect(commandOf(pressed, map)).toBeUndefined();
    expect(commandOf(pressed, { ...map, fusible: 'pet' })).toEqual(toggle('pet'));
    expect(shortcutsOf(map)).not.toMatch(/\bU\b/);
    expect(shortcutsOf({ ...map, fusible: 'pet' })).toMatch(/\bU\b/);
  });

  it('stands beside a choice where there are several, and beside opacity and range when it is on', () => {
    const tools = (fusion: typeof SHOWN | null, ...ids: string[]) =>
      drawn(
        <FusionTools
          offer={{ volumes: new FusedVolumes(), candidates: ids.map((id) => candidate(id)) }}
          fusion={fusion}
          run={() => {}}
        />,
      );
    expect(tools(null, 'pet')).toContain('aria-pressed="false"');
    expect(tools(null, 'pet')).not.toContain('<input');
    expect(tools(null, 'pet')).not.toContain('<select');
    expect(tools(null, 'pet', 'nac').match(/<option/g)).toHaveLength(2);
    const on = tools(SHOWN, 'pet');
    expect(on).toContain('aria-pressed="true"');
    expect(on).toMatch(/aria-label="Highest value of the colours SUV"[^>]*value="7"/);
    expect(on).toContain('aria-label="Opacity of the colours"');
    // Of another series it says nothing.
    expect(tools({ ...SHOWN, seriesId: 'gone' }, 'pet')).toContain('aria-pressed="false"');
  });
});
