import type { DataSet } from 'dicom-parser';
import { textDecoderFor } from '../text/charset.ts';

/** A code of PS3.3 section 8: Code Value, or Long Code Value or URN for long ones. */
export interface CodedConcept {
  value: string;
  scheme: string;
  meaning: string;
}

/** Reads texts, codes and items of data sets in one character set. */
export class ItemReader {
  readonly #decode: (bytes: Uint8Array) => string;

  constructor(root: DataSet) {
    this.#decode = textDecoderFor(root.string('x00080005')) ?? textDecoderFor(undefined);
  }

  text(dataSet: DataSet, tag: string): string | null {
    const element = dataSet.elements[tag];
    if (!element || element.length === 0) return null;
    const bytes = dataSet.byteArray.subarray(element.dataOffset, element.dataOffset + element.length);
    return this.#decode(bytes).replace(/[\0 ]+$/, '') || null;
  }

  items(dataSet: DataSet | undefined, tag: string): DataSet[] {
    return (dataSet?.elements[tag]?.items ?? []).flatMap((item) => item.dataSet ?? []);
  }

  code(dataSet: DataSet | undefined, tag: string): CodedConcept | null {
    const [item] = this.items(dataSet, tag);
    if (!item) return null;
    const value = this.text(item, 'x00080100') ?? this.text(item, 'x00080119') ?? this.text(item, 'x00080120');
    if (!value) return null;
    return { value, scheme: this.text(item, 'x00080102') ?? '', meaning: this.text(item, 'x00080104') ?? '' };
  }
}
