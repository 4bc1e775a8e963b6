import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PixelDescription } from '../pixels/values/describe-pixels.ts';
import { fakeSeries, fakeSource } from '../testing/fake-source.ts';
import type { VolumeMessage } from '../volume/volume.worker.ts';
import { cutOf } from './cut.ts';
import { FusedVolumes, MOST_FUSED_BYTES } from './fused-volumes.ts';

const closed: object[] = [];
const begun: VolumeMessage[] = [];
const answer: { to: ((data: ArrayBuffer) => void) | undefined } = { to: undefined };
let held: (() => void)[] | null = null;

/** The real worker, in the page: one at a time. */
class WorkerInPage {
  onmessage: ((event: { data: ArrayBuffer }) => void) | undefined;
  onerror: (() => void) | undefined;
  postMessage = (message: VolumeMessage) => {
    if (message.do === 'begin') begun.push(message);
    if (message.do === 'draw') answer.to = (data) => this.onmessage?.({ data });
    const work = () => self.onmessage?.({ data: message } as MessageEvent);
    if (message.do === 'draw' && held) held.push(work);
    else work();
  };
  terminate = () => closed.push(this);
}
beforeEach(async () => {
  vi.stubGlobal('Worker', WorkerInPage);
  vi.stubGlobal('self', { postMessage: (data: ArrayBuffer) => answer.to?.(data) });
  vi.resetModules();
  await import('../volume/volume.worker.ts');
  closed.length = 0;
  begun.length = 0;
  held = null;
});

const SLICES = 5;
/** Two by two voxels of 4 mm in slices of 4 mm; each slice holds ten times its number, in halves; one factor leads to uptake. */
function pet(id: string, change: Partial<PixelDescription> = {}) {
  const plain = fakeSeries(id, Array(SLICES).fill(1));
  const images = plain.images.map((image) => ({ ...image, window: { ...image.window!, suvFactor: 10 } }));
  const series = { ...plain, modality: 'PT', images };
  const source = fakeSource([series]);
  const stored = {
    ...source.stored!,
    describe: async (seriesId: string, signal: AbortSignal) =>
      new Map(
        [...(await source.stored!.describe(seriesId, signal))].map(([uid, one], slice) => [
          uid,
          {
            ...one,
            slope: 0.5,
            spacing: { rowMm: 4, columnMm: 4, of: 'patient' as const },
            orientation: [1, 0, 0, 0, 1, 0],
            position: [0, 0, slice * 4],
            ...change,
          },
        ]),
      ),
    fetchFrame: async (_: string, { sopInstanceUid }: { sopInstanceUid: string }) =>
      new Uint16Array(4).fill(10 * Number(sopInstanceUid.split('.').at(-1))).buffer,
  };
  return { source: { ...source, stored }, series };
}
const at = (z: number, x = 0) =>
  cutOf({
    ...fakeDescription,
    position: [x, 0, z],
  });
const fakeDescription: PixelDescription = {
  ...(await fakeSource([fakeSeries('a', [1])]).stored!.describe('a', new AbortController().signal)).get('1.2.1')!,
  spacing: { rowMm: 2, columnMm: 2, of: 'patient' },
  orientation: [1, 0, 0, 0, 1, 0],
};
const { signal } = new AbortController();
const opened = async (volumes: FusedVolumes, of: ReturnType<typeof pet>) => {
  const leave = volumes.use(of);
  await vi.waitFor(() => expect(volumes.stateOf(of)?.status).not.toBe('loading'));
  return leave;
};

describe('the volumes that lie over images', () => {
  it('give uptake between their slices, for the cut that was asked for alone', async () => {
    const [volumes, of] = [new FusedVolumes(), pet('a')];
    await opened(volumes, of);
    held = [];
    const [between, other] = [at(6), at(8)];
    const computed = volumes.compute(of, [between], signal);
    expect(volumes.on(of, between)).toBeUndefined();
    for (const work of held) work();
    await computed;
    // Slices at 4 and 8 mm hold 20 and 30: the mean of them, times slope and factor.
    expect([...volumes.on(of, between)!.values]).toEqual([125, 125, 125, 125]);
    expect(volumes.on(of, other)).toBeUndefined();
    expect(volumes.on(pet('b'), between)).toBeUndefined();
  });

  it('say where they do not reach', async () => {
    const [volumes, of] = [new FusedVolumes(), pet('a')];
    await opened(volumes, of);
    const [below, beside] = [at(-40), at(8, 5)];
    await volumes.compute(of, [below, beside], signal);
    expect(volumes.on(of, below)!.isEmpty).toBe(true);
    // From 5 to 7 mm in the first sample; voxels end at 6.
    expect([...volumes.on(of, beside)!.values].map(Number.isNaN)).toEqual([false, true, false, true]);
  });

  it('keep what is on a stage, however many others are computed', async () => {
    // Room for 24 cuts of four samples.
    const [volumes, of] = [new FusedVolumes(24 * 16), pet('a')];
    await opened(volumes, of);
    await volumes.compute(of, [at(0)], signal);
    const left = new AbortController();
    await volumes.compute(of, [at(1)], left.signal);
    left.abort();
    for (let step = 0; step < 60; step += 1) {
      const passed = new AbortController();
      await volumes.compute(of, [at(2 + step / 10)], passed.signal);
      passed.abort();
    }
    expect(volumes.on(of, at(0))).toBeDefined();
    expect(volumes.on(of, at(1))).toBeUndefined();
    expect(volumes.on(of, at(7.9))).toBeDefined();
  });

  it('are two at most: one that nobody uses makes place, one in use does not', async () => {
    const volumes = new FusedVolumes();
    const [a, b, c] = ['a', 'b', 'c'].map((id) => pet(id)) as [Pet, Pet, Pet];
    const leave = await opened(volumes, a);
    await opened(volumes, b);
    const leaveThird = await opened(volumes, c);
    expect(volumes.stateOf(c)).toEqual({ status: 'failed', problem: 'many' });
    expect(closed).toHaveLength(0);
    leaveThird();
    leave();
    // It stays for when it is switched on again.
    expect(volumes.stateOf(a)?.status).toBe('open');
    await opened(volumes, c);
    expect(volumes.stateOf(c)?.status).toBe('open');
    expect(volumes.stateOf(a)).toBeUndefined();
    expect(closed).toHaveLength(1);
    volumes.close();
    expect(closed).toHaveLength(3);
  });

  it('tell why there is none, and are tried again', async () => {
    const volumes = new FusedVolumes();
    const of = pet('a', { position: [0, 0, 0] });
    const leave = await opened(volumes, of);
    expect(volumes.stateOf(of)).toEqual({ status: 'failed', problem: 'repeated' });
    leave();
    expect(volumes.stateOf(of)).toBeUndefined();
  });

  it('hold 48 MB at most: of a larger one rows and columns are left out', async () => {
    const side = 2 ** 12;
    const large = pet('a', { columns: side, rows: side });
    const slice = new ArrayBuffer(side * side * 2);
    large.source.stored.fetchFrame = async () => slice.slice(0);
    await opened(new FusedVolumes(), large);
    const [message] = begun;
    const { columns, rows, slices } = message?.do === 'begin' ? message.shape : { columns: 0, rows: 0, slices: 0 };
    expect(columns).toBe(side / 2);
    expect(columns * rows * slices * 2).toBeLessThanOrEqual(MOST_FUSED_BYTES);
  });
});
type Pet = ReturnType<typeof pet>;

it('a worker that had no memory for its voxels says so when it is asked, and does not keep silent', () => {
  const stack = at(0)!.stack;
  expect(() => self.onmessage?.({ data: { do: 'draw', stack, index: 0, slabMm: 0 } } as MessageEvent)).toThrow();
});
