import { modalityBy } from '@duai/imaging/browser';
import type { PixelDescription } from '../pixels/values/describe-pixels.ts';
import type { StudySource, ViewableSeries } from '../study-source.ts';
import { NoVolume, type OpenVolume, OUTSIDE, openVolume, type VolumeProblem } from '../volume/open-volume.ts';
import type { Cut, CutValues } from './cut.ts';

export type FusionProblem = VolumeProblem | 'many';

/** The volume of a series on its way, here, or why it cannot be. */
export type FusedVolume =
  | { readonly status: 'loading'; readonly done: number; readonly total: number }
  | { readonly status: 'open'; readonly volume: OpenVolume }
  | { readonly status: 'failed'; readonly problem: FusionProblem };

/** A series that lies over others. */
export interface FusedSeries {
  readonly source: StudySource;
  readonly series: ViewableSeries;
}

/** A present and an earlier examination beside each other. */
const MOST_OPEN = 2;
/** Of one of them: beside the frames of a page (256 MB) and a volume for planes (560 MB), voxels and pixels stay below 1 GB with two. */
export const MOST_FUSED_BYTES = 48 * 1024 * 1024;
/** For the cuts of one series, 250 KB each for half a metre; those on a stage stay beyond. */
const MOST_CUT_BYTES = 16 * 1024 * 1024;

interface Entry {
  readonly of: FusedSeries;
  readonly loading: AbortController;
  state: FusedVolume;
  users: number;
  /** By the key of their cut; the least recently used are dropped first. */
  readonly cuts: Map<string, CutValues>;
  /** Keys of the cuts that lie over an image on a stage now. */
  readonly onStage: Map<AbortSignal, string>;
}

const nameOf = ({ source, series }: FusedSeries): string => `${source.scope} ${series.id}`;

/** The volumes that a room draws over its images. They stay open when nobody uses them, until another one needs the place. */
export class FusedVolumes {
  readonly #mostCutBytes: number;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();

  constructor(mostCutBytes = MOST_CUT_BYTES) {
    this.#mostCutBytes = mostCutBytes;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  stateOf(of: FusedSeries): FusedVolume | undefined {
    return this.#entries.get(nameOf(of))?.state;
  }

  /** What was computed for this cut and no other; undefined until then. */
  on(of: FusedSeries, cut: Cut | null): CutValues | undefined {
    return cut ? this.#entries.get(nameOf(of))?.cuts.get(cut.key) : undefined;
  }

  /** Opens the volume if it is not open. @returns what to call when it is used no more */
  use(of: FusedSeries): () => void {
    const name = nameOf(of);
    const entry = this.#entries.get(name) ?? this.#open(name, of);
    entry.users += 1;
    return () => {
      entry.users -= 1;
      if (entry.users === 0 && entry.state.status !== 'open') this.#drop(name, entry);
    };
  }

  /** Computes cuts that are not here: the one of an image on a stage, kept until `signal`, then those around it. */
  async compute(of: FusedSeries, cuts: readonly (Cut | null)[], signal: AbortSignal): Promise<void> {
    const name = nameOf(of);
    const entry = this.#entries.get(name);
    if (entry?.state.status !== 'open') return;
    const { volume } = entry.state;
    const told = toldBy(volume.description, of.series);
    if (cuts[0]) entry.onStage.set(signal, cuts[0].key);
    signal.addEventListener('abort', () => entry.onStage.delete(signal), { once: true });
    try {
      for (const cut of cuts) {
        if (!cut) continue;
        const known = entry.cuts.get(cut.key);
        entry.cuts.delete(cut.key);
        const here = known ?? told(await volume.cut(cut.stack, cut.slabMm, signal));
        entry.cuts.set(cut.key, here);
        this.#forget(entry);
        if (!known) this.#tell();
        signal.throwIfAborted();
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#fail(entry, error);
    }
  }

  close(): void {
    for (const [name, entry] of this.#entries) this.#drop(name, entry);
  }

  #forget({ cuts, onStage }: Entry): void {
    const kept = new Set(onStage.values());
    let bytes = [...cuts.values()].reduce((sum, { values }) => sum + values.byteLength, 0);
    for (const [key, { values }] of cuts) {
      if (bytes <= this.#mostCutBytes) return;
      if (kept.has(key)) continue;
      cuts.delete(key);
      bytes -= values.byteLength;
    }
  }

  #open(name: string, of: FusedSeries): Entry {
    const all = [...this.#entries];
    const held = all.filter(([, { state }]) => state.status !== 'failed');
    const idle = held.find(([, { users }]) => users === 0);
    if (held.length >= MOST_OPEN && idle) this.#drop(...idle);
    const isFull = held.length >= MOST_OPEN && !idle;
    const entry: Entry = {
      of,
      loading: new AbortController(),
      state: isFull
        ? { status: 'failed', problem: 'many' }
        : { status: 'loading', done: 0, total: of.series.images.length },
      users: 0,
      cuts: new Map(),
      onStage: new Map(),
    };
    this.#entries.set(name, entry);
    this.#tell();
    if (!isFull) void this.#load(entry);
    return entry;
  }

  async #load(entry: Entry): Promise<void> {
    const { source, series } = entry.of;
    const { signal } = entry.loading;
    try {
      const volume = await openVolume(
        source,
        series,
        signal,
        (done, total) => {
          entry.state = { status: 'loading', done, total };
          this.#tell();
        },
        MOST_FUSED_BYTES,
      );
      if (signal.aborted) volume.close();
      else entry.state = { status: 'open', volume };
      this.#tell();
    } catch (error) {
      if (!signal.aborted) this.#fail(entry, error);
    }
  }

  #fail(entry: Entry, error: unknown): void {
    if (entry.state.status === 'open') entry.state.volume.close();
    entry.state = { status: 'failed', problem: error instanceof NoVolume ? error.problem : 'values' };
    this.#tell();
  }

  #drop(name: string, entry: Entry): void {
    if (this.#entries.get(name) === entry) this.#entries.delete(name);
    entry.loading.abort();
    if (entry.state.status === 'open') entry.state.volume.close();
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Brings stored values into the displayed unit: standardised uptake where it is known. */
function toldBy(description: PixelDescription, { images }: ViewableSeries): (stored: Int32Array) => CutValues {
  const { slope, intercept, modalityTable } = description;
  const factor = images[0]?.window?.suvFactor ?? 1;
  const modality = modalityTable ? modalityBy(modalityTable) : (value: number) => value * slope + intercept;
  return (stored) => {
    let isEmpty = true;
    const values = Float32Array.from(stored, (value) => {
      if (value === OUTSIDE) return Number.NaN;
      isEmpty = false;
      return modality(value) * factor;
    });
    return { values, isEmpty };
  };
}
