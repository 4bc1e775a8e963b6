import { decodeFrame, writePresentationState } from '@duai/imaging';

/** A presentation state on the third of these images, as its system makes one: a window, a line and a text; `isOurs`: one that we sent. */
export async function stateOn(
  files: readonly { bytes: Uint8Array }[],
  { sopInstanceUid = '2.25.9901', seriesInstanceUid = '2.25.9902', isOurs = false } = {},
) {
  const { bytes } = files[2]!;
  const { header } = await decodeFrame(bytes);
  const { rows, columns } = header;
  const state = writePresentationState(
    {
      ...{ sopInstanceUid, seriesInstanceUid, at: '2026-11-21T08:09:10.000Z', utcOffset: '+0300' },
      ...{ seriesDescription: 'Marks of the department', description: 'Nodule', softwareVersion: '1' },
      ...{ seriesOfImages: header.seriesInstanceUid!, columns, rows, pixelSpacingMm: header.pixelSpacingMm },
      rescale: { slope: header.rescaleSlope, intercept: header.rescaleIntercept, type: 'HU' },
      ...{ window: { center: 40, width: 400 }, isInverted: true },
      images: [
        {
          ...{ sopClassUid: header.sopClassUid!, sopInstanceUid: header.sopInstanceUid!, frame: null },
          outlines: [
            [
              [20, 20],
              [40, 20],
              [40, 35],
            ],
          ],
          labels: [{ at: [41, 36], text: 'Nodule 4 mm' }],
          text: ['Compare with 2025'],
        },
      ],
    },
    bytes,
  );
  if (!isOurs) nameDepartment(state);
  return { bytes: state, sopInstanceUid, seriesInstanceUid, image: header.sopInstanceUid!, columns, rows };
}

/** Another maker in Manufacturer (0008,0070) of an object of ours; it has as many letters as we have. */
export function nameDepartment(object: Uint8Array): void {
  const bytes = Buffer.from(object.buffer, object.byteOffset, object.byteLength);
  const at = bytes.indexOf('080070004c4f0400', 0, 'hex');
  if (at < 0) throw new Error('the object has no manufacturer');
  bytes.write('DEPT', at + 8, 'latin1');
}
