import { encodeRuns } from '@duai/contract';
import { decodeFrame, writeSegmentation } from '@duai/imaging';
import { nameDepartment } from './presentation-state.ts';

const CODE = { scheme: 'SCT', value: '49755003', meaning: 'Morphologically Abnormal Structure' };
const SEGMENT = { category: CODE, type: CODE, algorithm: 'other maker', trackingId: 'a', trackingUid: '2.25.7' };

/** A DICOM segmentation of another maker, or with `isOurs` one that we sent, on the third and the sixth of these images, and the masks that it has to give. */
export async function nodulesOn(files: readonly { bytes: Uint8Array }[], { uid = '2.25.8801', isOurs = false } = {}) {
  const [first, lower, upper] = await Promise.all(
    [0, 2, 5].map(async (at) => {
      const { bytes } = files[at]!;
      return { bytes, header: (await decodeFrame(bytes)).header };
    }),
  );
  const { header } = lower!;
  const { rows, columns } = header;
  const mask = (from: number) =>
    Uint8Array.from({ length: rows * columns }, (_, at) => Number(at >= from && at < from + 7));
  const frame = (on: typeof lower, from: number) => ({
    sopClassUid: on!.header.sopClassUid!,
    sopInstanceUid: on!.header.sopInstanceUid!,
    positionMm: on!.header.imagePositionPatientMm!,
    mask: mask(from),
  });
  const bytes = writeSegmentation(
    {
      sopInstanceUid: uid,
      seriesInstanceUid: `${uid}.2`,
      at: '2026-11-21T08:09:10.000Z',
      utcOffset: '+0300',
      seriesDescription: 'Nodules',
      description: 'Nodules',
      dimensionOrganizationUid: '2.25.8803',
      softwareVersion: '1',
      source: {
        seriesInstanceUid: header.seriesInstanceUid!,
        frameOfReferenceUid: header.frameOfReferenceUid!,
        columns,
        rows,
        orientation: header.imageOrientationPatient!,
        pixelSpacingMm: header.pixelSpacingMm!,
        sliceThicknessMm: header.sliceThicknessMm!,
      },
      segments: [
        { ...SEGMENT, label: 'Nodule', frames: [frame(lower, 100), frame(upper, 200)] },
        { ...SEGMENT, label: 'Calcium', frames: [frame(upper, 300)] },
      ],
    },
    first!.bytes,
  );
  if (!isOurs) nameDepartment(bytes);
  const drawn = (on: typeof lower, from: number) => ({
    sopInstanceUid: on!.header.sopInstanceUid!,
    runs: encodeRuns(mask(from)),
  });
  const told = { isRead: true, isFractional: false, isOurs, columns, rows };
  return {
    bytes,
    masks: [
      { ...told, label: 'Nodule', slices: [drawn(lower, 100), drawn(upper, 200)] },
      { ...told, label: 'Calcium', slices: [drawn(upper, 300)] },
    ],
  };
}
