import type { Encoding } from '../../files/layout.ts';
import { IMAGING_LIMITS } from '../../files/limits.ts';
import { ImagingError } from '../../files/refusal.ts';

/** The position of one element in the bytes; `length` is null if a delimiter ends it. */
export interface ElementAt {
  tag: number;
  /** Null in an implicit data set. */
  vr: string | null;
  begin: number;
  value: number;
  length: number | null;
}

const ITEM = 0xfffee000;
const ITEM_END = 0xfffee00d;
const SEQUENCE_END = 0xfffee0dd;
const UNDEFINED = 0xffffffff;

/** VRs with 32 bits of length (PS3.5 table 7.1-1). */
const LONG_VRS = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV']);

/** Reads elements one after another; every read is checked against the end of the data. */
export class ElementReader {
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  readonly #view: DataView;
  readonly #isLittle: boolean;

  constructor(bytes: Uint8Array, encoding: Encoding) {
    this.bytes = bytes;
    this.encoding = encoding;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittle = encoding !== 'explicit-be';
  }

  tagAt(at: number): number {
    this.#assertThere(at, 4);
    return ((this.#view.getUint16(at, this.#isLittle) << 16) | this.#view.getUint16(at + 2, this.#isLittle)) >>> 0;
  }

  /** @throws ImagingError TRUNCATED, NOT_READABLE */
  elementAt(at: number): ElementAt {
    const tag = this.tagAt(at);
    this.#assertThere(at, 8);
    if (this.encoding === 'implicit-le') return this.#element(tag, null, at, at + 8, this.#uint32(at + 4));
    const vr = String.fromCharCode(this.#view.getUint8(at + 4), this.#view.getUint8(at + 5));
    if (!/^[A-Z]{2}$/.test(vr)) throw new ImagingError('NOT_READABLE', 'the data set cannot be parsed');
    if (!LONG_VRS.has(vr)) return this.#element(tag, vr, at, at + 8, this.#view.getUint16(at + 6, this.#isLittle));
    this.#assertThere(at, 12);
    return this.#element(tag, vr, at, at + 12, this.#uint32(at + 8));
  }

  #element(tag: number, vr: string | null, begin: number, value: number, length: number): ElementAt {
    return { tag, vr, begin, value, length: length === UNDEFINED ? null : length };
  }

  valueOf({ value, length }: ElementAt): Uint8Array {
    this.#assertThere(value, length ?? 0);
    return this.bytes.subarray(value, value + (length ?? 0));
  }

  /** The next item of a sequence: where its content begins, and where it ends (null: at a delimiter). */
  itemAt(at: number): { content: number; end: number | null } | null {
    const tag = this.tagAt(at);
    this.#assertThere(at, 8);
    if (tag === SEQUENCE_END) return null;
    if (tag !== ITEM) throw new ImagingError('NOT_READABLE', 'a sequence is not made of items');
    const length = this.#uint32(at + 4);
    return { content: at + 8, end: length === UNDEFINED ? null : at + 8 + length };
  }

  isItemEnd = (at: number): boolean => this.tagAt(at) === ITEM_END;

  /** Whether a value begins like a sequence; used if the VR does not say it. */
  beginsWithItem({ value, length }: ElementAt): boolean {
    if (length !== null && length < 8) return false;
    const tag = this.tagAt(value);
    return tag === ITEM || (tag === SEQUENCE_END && length === null);
  }

  /** The end of an element, whatever its content. */
  endOf(element: ElementAt, depth: number): number {
    if (element.length !== null) {
      this.#assertThere(element.value, element.length);
      return element.value + element.length;
    }
    const { vr, value } = element;
    // Fragments contain no elements; the content of unknown VR is implicit little endian (PS3.5 section 6.2.2).
    if (vr !== null && vr !== 'SQ' && vr !== 'UN') return this.#endOfFragments(value);
    return (vr === 'UN' ? new ElementReader(this.bytes, 'implicit-le') : this).#endOfItems(value, depth + 1);
  }

  #endOfItems(from: number, depth: number): number {
    assertDepth(depth);
    let at = from;
    for (;;) {
      const item = this.itemAt(at);
      if (!item) return at + 8;
      at = item.end ?? this.endOfItem(item.content, depth);
    }
  }

  /** The end of an item that a delimiter ends. */
  endOfItem(from: number, depth: number): number {
    let at = from;
    while (!this.isItemEnd(at)) at = this.endOf(this.elementAt(at), depth);
    return at + 8;
  }

  #endOfFragments(from: number): number {
    let at = from;
    for (;;) {
      const item = this.itemAt(at);
      if (!item) return at + 8;
      if (item.end === null) throw new ImagingError('NOT_READABLE', 'a fragment has no length');
      at = item.end;
    }
  }

  #uint32 = (at: number): number => this.#view.getUint32(at, this.#isLittle);

  #assertThere(at: number, length: number): void {
    if (at + length > this.bytes.length) throw new ImagingError('TRUNCATED', 'the file ends within its header');
  }
}

export function assertDepth(depth: number): void {
  if (depth > IMAGING_LIMITS.sequenceDepth)
    throw new ImagingError('NESTING_TOO_DEEP', 'sequences are nested too deeply');
}

/** An element with a new value, in the encoding of the data set around it. */
export function writeElement(tag: number, vr: string, value: Uint8Array, encoding: Encoding): Uint8Array {
  const isLong = encoding !== 'implicit-le' && LONG_VRS.has(vr);
  const headBytes = isLong ? 12 : 8;
  const out = new Uint8Array(headBytes + value.length);
  const view = new DataView(out.buffer);
  const isLittle = encoding !== 'explicit-be';
  view.setUint16(0, tag >>> 16, isLittle);
  view.setUint16(2, tag & 0xffff, isLittle);
  if (encoding === 'implicit-le') view.setUint32(4, value.length, true);
  else {
    out[4] = vr.charCodeAt(0);
    out[5] = vr.charCodeAt(1);
    if (isLong) view.setUint32(8, value.length, isLittle);
    else view.setUint16(6, value.length, isLittle);
  }
  out.set(value, headBytes);
  return out;
}

/** An item with its length (PS3.5 section 7.5.2). */
export function writeItem(content: Uint8Array, encoding: Encoding): Uint8Array {
  const out = new Uint8Array(8 + content.length);
  const view = new DataView(out.buffer);
  const isLittle = encoding !== 'explicit-be';
  view.setUint16(0, 0xfffe, isLittle);
  view.setUint16(2, 0xe000, isLittle);
  view.setUint32(4, content.length, isLittle);
  out.set(content, 8);
  return out;
}
