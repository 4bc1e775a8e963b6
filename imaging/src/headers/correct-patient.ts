import { type ElementAt, ElementReader, writeElement, writeItem } from '../deidentify/profile/elements.ts';
import { concatenate } from '../files/concatenate.ts';
import type { Encoding } from '../files/layout.ts';
import { IMAGING_LIMITS } from '../files/limits.ts';
import { ImagingError } from '../files/refusal.ts';
import { encodeText } from '../text/encode-text.ts';

/** Whom a study shows, in DICOM form; null: the attribute is written without a value. */
export interface CorrectedPatient {
  /** PN. */
  name: string | null;
  patientId: string;
  /** DA. */
  birthDate: string | null;
  sex: string | null;
  /** When it was corrected: DT. */
  at: string;
}

const CHARACTER_SET = 0x00080005;
const NAME = 0x00100010;
const PATIENT_ID = 0x00100020;
const BIRTH_DATE = 0x00100030;
const SEX = 0x00100040;
/** Original Attributes Sequence (PS3.3 C.12.1); nothing behind it is read. */
const ORIGINALS = 0x04000561;

/** What else tells of the person who was named before: identifiers, addresses, relatives (PS3.3 C.7.1.1, C.2.2, C.2.3). */
export const OF_ANOTHER_PERSON = new Set([
  ...[0x00100021, 0x00100022, 0x00100024, 0x00100026, 0x00100050, 0x00100101, 0x00101000, 0x00101001, 0x00101002],
  ...[0x00101005, 0x00101040, 0x00101060, 0x00101080, 0x00101081, 0x00101090, 0x00101100, 0x00102150, 0x00102152],
  ...[0x00102154, 0x00102155, 0x00102160, 0x001021f0, 0x00102297, 0x00102298, 0x00102299, 0x00104000],
]);
/** Birth time and age, of another day of birth. */
export const OF_ANOTHER_BIRTH_DATE = new Set([0x00100032, 0x00101010]);
/** Group lengths of the groups that are changed (PS3.5 section 7.2): they would be wrong, and nobody needs them. */
const GROUP_LENGTHS = new Set([0x00080000, 0x00100000, 0x04000000]);

/**
 * A data set with another patient, as it is given out (PS3.4 B.4.1.3): patient attributes replaced, what they were kept in
 * the Original Attributes Sequence, everything else byte for byte. Values are not held in memory, except sequences
 * without a length before (0400,0561), up to `IMAGING_LIMITS.headerBytes`.
 * @param chunks the data set, without meta information, not deflated
 * @throws ImagingError TRUNCATED, NOT_READABLE, NESTING_TOO_DEEP
 */
export async function* correctPatient(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  patient: CorrectedPatient,
): AsyncGenerator<Uint8Array> {
  const input = new Pulled(chunks);
  const former: Uint8Array[] = [];
  let due: { tag: number; bytes: Uint8Array }[] | undefined;
  let isSameId = false;
  let isSameBirthDate = false;

  for (;;) {
    const element = await nextElement(input, encoding);
    const tag = element?.tag ?? Number.POSITIVE_INFINITY;
    if (!due && tag > CHARACTER_SET) due = writtenOf(patient, '', encoding);
    if (element && tag === CHARACTER_SET) {
      const whole = await input.take(element.value + (element.length ?? 0));
      const set = textIn(whole.subarray(element.value));
      due = writtenOf(patient, set, encoding);
      if (!due.some((one) => one.tag === CHARACTER_SET)) yield whole;
      continue;
    }
    while (due?.[0] && due[0].tag <= Math.min(tag, ORIGINALS - 1)) {
      const [first] = due.splice(0, 1);
      if (first) yield first.bytes;
    }
    if (!element || tag >= ORIGINALS) {
      yield await originals(input, element?.tag === ORIGINALS ? element : null, { encoding, former, at: patient.at });
      break;
    }
    const isReplaced = tag === NAME || tag === PATIENT_ID || tag === BIRTH_DATE || tag === SEX;
    const isRemoved = (OF_ANOTHER_PERSON.has(tag) && !isSameId) || (OF_ANOTHER_BIRTH_DATE.has(tag) && !isSameBirthDate);
    if (GROUP_LENGTHS.has(tag)) await input.take(element.value + (element.length ?? 0));
    else if (isReplaced || isRemoved) {
      const whole = await input.take(await input.endOf(element, encoding));
      former.push(whole);
      const value = textIn(whole.subarray(element.value));
      if (tag === PATIENT_ID) isSameId = value === patient.patientId;
      if (tag === BIRTH_DATE) isSameBirthDate = value === (patient.birthDate ?? '');
    } else if (element.length === null) yield await input.take(await input.endOf(element, encoding));
    else yield* input.pass(element.value + element.length);
  }
  yield* input.rest();
}

/** The elements that are written in place of others, in their order. */
function writtenOf(patient: CorrectedPatient, characterSet: string, encoding: Encoding) {
  const name = encodeText(patient.name ?? '', characterSet);
  const id = encodeText(patient.patientId, characterSet);
  const changed = name.characterSet ?? id.characterSet;
  const element = (tag: number, vr: string, bytes: Uint8Array) => ({
    tag,
    bytes: writeElement(tag, vr, even(bytes), encoding),
  });
  return [
    ...(changed ? [element(CHARACTER_SET, 'CS', ascii(changed))] : []),
    element(NAME, 'PN', name.bytes),
    element(PATIENT_ID, 'LO', id.bytes),
    element(BIRTH_DATE, 'DA', ascii(patient.birthDate ?? '')),
    element(SEX, 'CS', ascii(patient.sex ?? '')),
  ];
}

/** The Original Attributes Sequence with one item more (PS3.3 C.12.1.1.9). */
async function originals(
  input: Pulled,
  present: ElementAt | null,
  { encoding, former, at }: { encoding: Encoding; former: Uint8Array[]; at: string },
): Promise<Uint8Array> {
  const known: Uint8Array[] = [];
  if (present) {
    const end = await input.endOf(present, encoding);
    const whole = await input.take(end);
    // A sequence whose VR was lost is implicit inside (PS3.5 section 6.2.2), and cannot be added to.
    if (present.vr === 'UN') return whole;
    known.push(whole.subarray(present.value, present.length === null ? end - DELIMITER_BYTES : end));
  }
  const before = former.length > 0 ? former : [writeElement(PATIENT_ID, 'LO', new Uint8Array(), encoding)];
  const item = [
    writeElement(0x04000550, 'SQ', writeItem(concatenate(before), encoding), encoding),
    writeElement(0x04000562, 'DT', even(ascii(at)), encoding),
    writeElement(0x04000563, 'LO', ascii('DUAI'), encoding),
    writeElement(0x04000564, 'LO', new Uint8Array(), encoding),
    writeElement(0x04000565, 'CS', even(ascii('CORRECT')), encoding),
  ];
  return writeElement(ORIGINALS, 'SQ', concatenate([...known, writeItem(concatenate(item), encoding)]), encoding);
}

const DELIMITER_BYTES = 8;
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const textIn = (bytes: Uint8Array): string =>
  String.fromCharCode(...bytes.subarray(0, 256))
    .replace(/[\0 ]+$/, '')
    .trim();

function even(bytes: Uint8Array): Uint8Array {
  return bytes.length % 2 === 0 ? bytes : concatenate([bytes, Uint8Array.of(0x20)]);
}

/** The longest head of an element (PS3.5 section 7.1.2), and of an item behind it. */
const HEAD_BYTES = 20;

/** The next element, where its bytes begin at 0; undefined at the end. */
async function nextElement(input: Pulled, encoding: Encoding): Promise<ElementAt | undefined> {
  const head = await input.atLeast(HEAD_BYTES);
  return head.length === 0 ? undefined : new ElementReader(head, encoding).elementAt(0);
}

/** Bytes that come in pieces, read from the front. */
class Pulled {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array();
  #isOver = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** So many bytes from the front, without taking them; fewer at the end. */
  async atLeast(length: number): Promise<Uint8Array> {
    const parts = [this.#held];
    let have = this.#held.length;
    while (have < length && !this.#isOver) {
      const { done, value } = await this.#chunks.next();
      if (done) this.#isOver = true;
      else {
        parts.push(value);
        have += value.length;
      }
    }
    if (parts.length > 1) this.#held = concatenate(parts);
    return this.#held;
  }

  /** @throws ImagingError TRUNCATED, and where that is more than the header of a file may have */
  async take(length: number): Promise<Uint8Array> {
    if (length > IMAGING_LIMITS.headerBytes) throw new ImagingError('TOO_LARGE', 'an attribute is too large');
    const held = await this.atLeast(length);
    if (held.length < length) throw new ImagingError('TRUNCATED', 'the file ends within its header');
    this.#held = held.subarray(length);
    return held.subarray(0, length);
  }

  /** The end of the element at the front, whose length a delimiter may give. */
  async endOf(element: ElementAt, encoding: Encoding): Promise<number> {
    if (element.length !== null) return element.value + element.length;
    for (let wanted = 64 * 1024; ; wanted *= 4) {
      const held = await this.atLeast(Math.min(wanted, IMAGING_LIMITS.headerBytes));
      try {
        return new ElementReader(held, encoding).endOf(element, 0);
      } catch (error) {
        const isMore = error instanceof ImagingError && error.code === 'TRUNCATED' && !this.#isOver;
        if (!isMore || held.length >= IMAGING_LIMITS.headerBytes) throw error;
      }
    }
  }

  /** Gives so many bytes on as they come. */
  async *pass(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0; ) {
      const held = await this.atLeast(1);
      if (held.length === 0) throw new ImagingError('TRUNCATED', 'the file ends within its header');
      const given = held.subarray(0, left);
      this.#held = held.subarray(given.length);
      left -= given.length;
      yield given;
    }
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    if (this.#held.length > 0) yield this.#held;
    this.#held = new Uint8Array();
    while (!this.#isOver) {
      const { done, value } = await this.#chunks.next();
      if (done) return;
      yield value;
    }
  }
}
