import { writePart10 } from '../files/write.ts';
import { codeSequence, DCM, type ImageReference, reference, sequence } from './content-items.ts';
import { type ObjectNames, objectElements } from './document.ts';
import { SECONDARY_CAPTURE } from './own-objects.ts';

export interface SecondaryCapture extends ObjectNames {
  columns: number;
  rows: number;
  /** Red, green and blue of each pixel. */
  pixels: Uint8Array;
  /** Describes what is drawn in it, for software that reads attributes: the algorithm and its version, and its restrictions. */
  derivation: string;
  softwareVersion: string;
  /** The image that it was made from. */
  source: ImageReference;
}

/**
 * A picture with drawings in its pixels (PS3.3 A.8.1), in the study of `sourceFile`, a Part 10 file of one of its images.
 * @throws ImagingError if `sourceFile` cannot be parsed
 */
export function writeSecondaryCapture(capture: SecondaryCapture, sourceFile: Uint8Array): Uint8Array {
  const { elements } = objectElements(capture, sourceFile, {
    sopClassUid: SECONDARY_CAPTURE,
    modality: 'OT',
    seriesNumber: '9906',
  });
  const { columns, rows, pixels, derivation, softwareVersion, source } = capture;
  // An odd number of bytes is padded (PS3.5 section 8.1.1).
  const padded = new Uint8Array(pixels.length + (pixels.length % 2));
  padded.set(pixels);
  return writePart10([
    ...elements,
    { tag: 0x00080008, vr: 'CS', value: 'DERIVED\\SECONDARY\\OTHER' },
    { tag: 0x00080064, vr: 'CS', value: 'WSD' },
    { tag: 0x00082111, vr: 'ST', value: derivation },
    sequence(0x00082112, [
      ...reference(source),
      ...(source.frame == null ? [] : [{ tag: 0x00081160, vr: 'IS', value: String(source.frame + 1) } as const]),
      codeSequence(0x0040a170, DCM('121322', 'Source image for image processing operation')),
    ]),
    { tag: 0x00181016, vr: 'LO', value: 'DUAI' },
    { tag: 0x00181019, vr: 'LO', value: softwareVersion },
    { tag: 0x00200020, vr: 'CS', value: '' },
    { tag: 0x00200060, vr: 'CS', value: '' },
    { tag: 0x00280002, vr: 'US', value: [3] },
    { tag: 0x00280004, vr: 'CS', value: 'RGB' },
    { tag: 0x00280006, vr: 'US', value: [0] },
    { tag: 0x00280010, vr: 'US', value: [rows] },
    { tag: 0x00280011, vr: 'US', value: [columns] },
    { tag: 0x00280100, vr: 'US', value: [8] },
    { tag: 0x00280101, vr: 'US', value: [8] },
    { tag: 0x00280102, vr: 'US', value: [7] },
    { tag: 0x00280103, vr: 'US', value: [0] },
    { tag: 0x7fe00010, vr: 'OB', value: padded },
  ]);
}
