import type { DataSet } from 'dicom-parser';
import { ImagingError } from '../files/refusal.ts';
import { ItemReader } from '../results/read-items.ts';
import type { ImageScope, ReferencedImage } from './presentation-content.ts';

/** More than a genuine state has: of each kind of item, and of what takes room in memory. */
const MOST = {
  items: 20_000,
  points: 500_000,
  characters: 500_000,
  tableEntries: 2_000_000,
  frames: 100_000,
} as const;

/** Reads the items and values of one presentation state, and counts them. */
export class StateReader {
  readonly #items: ItemReader;
  readonly #left: Record<keyof typeof MOST, number> = { ...MOST };

  constructor(root: DataSet) {
    this.#items = new ItemReader(root);
  }

  /** @throws ImagingError NOT_READABLE where there is more than `MOST` of it */
  take(what: keyof typeof MOST, count: number): void {
    this.#left[what] -= count;
    if (this.#left[what] < 0)
      throw new ImagingError('NOT_READABLE', 'the presentation state has more in it than is taken', {
        isOverLimit: true,
      });
  }

  items(from: DataSet | undefined, tag: string): DataSet[] {
    const found = this.#items.items(from, tag);
    this.take('items', found.length);
    return found;
  }

  /** Without control characters, but with line ends. */
  text(from: DataSet, tag: string): string | null {
    const found = this.#items.text(from, tag);
    if (found === null) return null;
    this.take('characters', found.length);
    const plain = found
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n]/gu, '')
      .trim();
    return plain || null;
  }

  /** One of these words. */
  word<Word extends string>(from: DataSet, tag: string, words: readonly Word[]): Word | null {
    const found = from.string(tag)?.trim().toUpperCase();
    return words.find((word) => word === found) ?? null;
  }

  /** Decimal or integer strings; null where one is none, or there are fewer. */
  numbers(from: DataSet, tag: string, count: number): number[] | null {
    const parts = (from.string(tag) ?? '').split('\\');
    const numbers = parts.slice(0, count).map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
    return numbers.length === count && numbers.every(Number.isFinite) ? numbers : null;
  }

  /** Values of FL; null where one is no number, or there are fewer. */
  floats(from: DataSet, tag: string, count: number): number[] | null {
    const element = from.elements[tag];
    if (!element || element.length < count * 4) return null;
    this.take('points', count / 2);
    const found = Array.from({ length: count }, (_, index) => from.float(tag, index) ?? Number.NaN);
    return found.every((value) => Number.isFinite(value) && Math.abs(value) < FARTHEST) ? found : null;
  }

  /** Two values of SL. */
  pair(from: DataSet, tag: string): [number, number] | null {
    const element = from.elements[tag];
    const [column, row] = element && element.length >= 8 ? [from.int32(tag, 0), from.int32(tag, 1)] : [];
    return column === undefined || row === undefined ? null : [column, row];
  }

  references(from: DataSet): ReferencedImage[] {
    return this.items(from, 'x00081140').flatMap((item): ReferencedImage[] => {
      const sopInstanceUid = item.string('x00081155')?.trim();
      if (!sopInstanceUid || sopInstanceUid.length > 64) return [];
      const named = item.string('x00081160');
      if (!named) return [{ sopInstanceUid, frames: null }];
      const numbers = named.split('\\').map(Number);
      this.take('frames', numbers.length);
      const frames = numbers.filter((number) => Number.isInteger(number) && number > 0).map((number) => number - 1);
      return frames.length > 0 ? [{ sopInstanceUid, frames }] : [];
    });
  }

  /**
   * The images that an item is for: all where it names none. @returns null where it names images and none of them can be read
   */
  scope(from: DataSet): ImageScope | null {
    const images = this.references(from);
    const named = from.elements.x00081140?.items?.length ?? 0;
    return named > 0 && images.length === 0 ? null : { images };
  }
}

/** Positions beyond this are no places of an image. */
const FARTHEST = 1_000_000;
