import { type ElementToWrite, writePart10 } from '../files/write.ts';
import { type DecodedFrame, decodeFrame } from '../pixels/decode.ts';

const ENHANCED_CT_IMAGE_STORAGE = '1.2.840.10008.5.1.4.1.1.2.1';

/**
 * Converts slices of a classic CT to one Enhanced CT image, one frame each, in the given order (PS3.3 A.38; C.7.6.16). Only
 * with the macros that are read here; a real one has many more.
 */
export async function asEnhancedCt(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const slices: DecodedFrame[] = [];
  for (const file of files) slices.push(await decodeFrame(file));
  const first = slices[0]!.header;
  const pixels = new Uint8Array(slices.length * first.rows * first.columns * 2);
  for (const [index, { stored }] of slices.entries())
    pixels.set(new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength), index * stored.byteLength);
  const text = (tag: number, vr: ElementToWrite['vr'], value: string | null): ElementToWrite => ({
    tag,
    vr,
    value: value ?? '',
  });
  const macro = (tag: number, ...elements: ElementToWrite[]): ElementToWrite => ({
    tag,
    vr: 'SQ',
    value: { items: [elements] },
  });
  const numbers = (values: readonly number[] | null) => (values ?? []).join('\\');
  return writePart10([
    text(0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\AXIAL\\NONE'),
    text(0x00080016, 'UI', ENHANCED_CT_IMAGE_STORAGE),
    text(0x00080018, 'UI', `${first.sopInstanceUid}.1`),
    text(0x00080060, 'CS', 'CT'),
    text(0x00100020, 'LO', 'PHANTOM'),
    text(0x00180015, 'CS', first.bodyPartExamined),
    text(0x0020000d, 'UI', first.studyInstanceUid),
    text(0x0020000e, 'UI', `${first.seriesInstanceUid}.1`),
    text(0x00200052, 'UI', first.frameOfReferenceUid),
    { tag: 0x00280002, vr: 'US', value: [1] },
    text(0x00280004, 'CS', 'MONOCHROME2'),
    text(0x00280008, 'IS', String(slices.length)),
    { tag: 0x00280010, vr: 'US', value: [first.rows] },
    { tag: 0x00280011, vr: 'US', value: [first.columns] },
    { tag: 0x00280100, vr: 'US', value: [16] },
    { tag: 0x00280101, vr: 'US', value: [16] },
    { tag: 0x00280102, vr: 'US', value: [15] },
    { tag: 0x00280103, vr: 'US', value: [first.pixelRepresentation] },
    macro(
      0x52009229,
      macro(
        0x00289110,
        text(0x00180050, 'DS', String(first.sliceThicknessMm)),
        text(0x00280030, 'DS', numbers(first.pixelSpacingMm)),
      ),
      macro(0x00209116, text(0x00200037, 'DS', numbers(first.imageOrientationPatient))),
      macro(0x00189314, text(0x00181210, 'SH', first.convolutionKernel)),
      macro(0x00189325, text(0x00180060, 'DS', String(first.kvp))),
      macro(
        0x00289145,
        text(0x00281052, 'DS', String(first.rescaleIntercept)),
        text(0x00281053, 'DS', String(first.rescaleSlope)),
        text(0x00281054, 'LO', 'HU'),
      ),
    ),
    {
      tag: 0x52009230,
      vr: 'SQ',
      value: {
        items: slices.map(({ header }) => [
          macro(0x00209113, text(0x00200032, 'DS', numbers(header.imagePositionPatientMm))),
        ]),
      },
    },
    { tag: 0x7fe00010, vr: 'OW', value: pixels },
  ]);
}
