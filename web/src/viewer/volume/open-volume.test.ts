import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PixelDescription } from '../pixels/values/describe-pixels.ts';
import { fakeSeries, fakeSource } from '../testing/fake-source.ts';
import { drawerOf, NoVolume, openVolume } from './open-volume.ts';
import { stackOf } from './resample.ts';
import type { VolumeMessage } from './volume.worker.ts';

const told: VolumeMessage[] = [];
/** What a worker does that cannot work. */
let breaks: ((worker: FakeWorker, message: VolumeMessage) => void) | undefined;
let ended = 0;
class FakeWorker {
  onmessage: ((event: { data: ArrayBuffer }) => void) | undefined;
  onerror: ((event: Event) => void) | undefined;
  postMessage = (message: VolumeMessage) => {
    told.push(message);
    if (breaks) breaks(this, message);
    else if (message.do === 'draw') this.onmessage?.({ data: new ArrayBuffer(2) });
  };
  terminate = () => {
    ended += 1;
  };
}
beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker);
  told.length = 0;
  breaks = undefined;
  ended = 0;
});
/** An error in a worker; that of a script which cannot be loaded has no message. */
const outOfMemory = Object.assign(new Event('error'), { message: 'RangeError: Array buffer allocation failed' });

const SLICES = 6;
const series = fakeSeries(
  'a',
  Array.from({ length: SLICES }, () => 1),
);
/** Slices 2 mm apart, each described as the test says. */
function opened(change: (slice: number) => Partial<PixelDescription>, of = series) {
  const source = fakeSource([of]);
  const { stored } = source;
  const describe = async (id: string, signal: AbortSignal) =>
    new Map(
      [...(await stored!.describe(id, signal))].map(([uid, one], slice) => [
        uid,
        {
          ...one,
          spacing: { rowMm: 1, columnMm: 1, of: 'patient' },
          orientation: [1, 0, 0, 0, 1, 0],
          position: [0, 0, slice * 2],
          ...change(slice),
        } satisfies PixelDescription,
      ]),
    );
  return openVolume({ ...source, stored: { ...stored!, describe } }, of, new AbortController().signal, () => {});
}

describe('the volume of a series', () => {
  it('of PET, whose slices have steps of their own, is told in the largest of them', async () => {
    const volume = await opened((slice) => ({ slope: slice === 3 ? 4 : 1, unit: 'Bq/ml' }));
    const scales = told.flatMap((message) => (message.do === 'add' ? message.scale : []));
    expect(scales).toEqual([0.25, 0.25, 0.25, 1, 0.25, 0.25]);
    const { stored } = volume.planes({ slabMm: 0, turn: { nod: 0, lean: 0, twist: 0 } }, () => '');
    const [first] = (await stored!.describe('axial', new AbortController().signal)).values();
    expect(first).toMatchObject({ slope: 4, unit: 'Bq/ml' });
  });

  it('holds a slice without any uptake, whose greatest value gave a step of nought', async () => {
    await opened((slice) => ({ slope: slice === 3 ? 0 : 2, unit: 'Bq/ml' }));
    const scales = told.flatMap((message) => (message.do === 'add' ? message.scale : []));
    expect(scales).toEqual([1, 1, 1, 0, 1, 1]);
  });

  it.each<[string, (slice: number) => Partial<PixelDescription>]>([
    ['color', () => ({ isColor: true })],
    ['unplaced', () => ({ frames: 20 })],
    ['unplaced', (slice) => (slice === 2 ? { position: null } : {})],
    ['scales', (slice) => ({ slope: slice + 1, intercept: -1024 })],
    ['scales', (slice) => ({ unit: slice === 2 ? 'Bq/ml' : 'HU' })],
    ['scales', (slice) => ({ isInverted: slice === 2 })],
    ['sizes', (slice) => ({ columns: slice === 2 ? 4 : 2 })],
    ['directions', (slice) => (slice === 2 ? { orientation: [1, 0, 0, 0, 0, -1] } : {})],
    ['repeated', (slice) => ({ position: [0, 0, Math.floor(slice / 2)] })],
    ['gaps', (slice) => ({ position: [0, 0, slice < 3 ? slice : slice + 1] })],
  ])('is refused, and says why: %s', async (problem, change) => {
    await expect(opened(change)).rejects.toEqual(new NoVolume(problem as NoVolume['problem']));
  });

  it.each<[string, Event, VolumeMessage['do']]>([
    ['large', outOfMemory, 'draw'],
    ['unloaded', new Event('error'), 'begin'],
    ['unloaded', new Event('error'), 'draw'],
  ])(
    'is refused where its worker has no memory or no script, instead of waiting for it: %s',
    async (problem, event, at) => {
      breaks = (worker, message) => {
        if (message.do === at) worker.onerror?.(event);
      };
      await expect(opened(() => ({}))).rejects.toEqual(new NoVolume(problem as NoVolume['problem']));
      expect(ended).toBe(1);
    },
  );

  it('is refused where only some of its slices lead to uptake', async () => {
    const images = series.images.map((image, slice) => ({
      ...image,
      window: { ...image.window!, suvFactor: slice === 2 ? null : 0.0001 },
    }));
    await expect(opened(() => ({ unit: 'Bq/ml' }), { ...series, images })).rejects.toEqual(new NoVolume('scales'));
  });
});

describe('planes that are asked for', () => {
  const stack = stackOf(
    { columns: 4, rows: 4, slices: 4, origin: [0, 0, 0], toColumn: [1, 0, 0], toRow: [0, 1, 0], toSlice: [0, 0, 1] },
    'axial',
  );

  it('are drawn one after another, without those that nobody waits for any more', async () => {
    const worker: Pick<Worker, 'onmessage' | 'onerror'> = { onmessage: null, onerror: null };
    const draw = drawerOf(worker, (message) => told.push(message));
    const left = new AbortController();
    const stays = new AbortController().signal;
    const ask = (index: number, signal = stays) =>
      draw({ stack, index, slabMm: 0 }, signal).then(
        (octets) => octets.byteLength,
        () => 'not drawn',
      );
    const answers = [ask(0), ask(1, left.signal), ask(2, left.signal), ask(3)];
    left.abort();
    const drawn = () => told.flatMap((message) => (message.do === 'draw' ? message.index : []));
    const answer = (bytes: number) =>
      worker.onmessage?.call(worker as Worker, { data: new ArrayBuffer(bytes) } as MessageEvent);
    expect(drawn()).toEqual([0]);
    answer(1);
    expect(drawn()).toEqual([0, 3]);
    answer(4);
    expect(await Promise.all(answers)).toEqual([1, 'not drawn', 'not drawn', 4]);
    const broken = [ask(4), ask(5)];
    worker.onerror?.call(worker as Worker, outOfMemory as unknown as ErrorEvent);
    expect(await Promise.all(broken)).toEqual(['not drawn', 'not drawn']);
    const next = ask(6);
    answer(7);
    expect(await next).toBe(7);
  });
});
