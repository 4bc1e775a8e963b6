import { encodeRuns } from '@duai/contract';
import { decodeFrame, writeSegmentation } from '@duai/imaging';
import { nameDepartment } from './presentation-state.ts';

const CODE = { scheme: 'SCT', value: '49755003', meaning: 'Morphologically Abnormal Structure' };
const SEGMENT = { category: CODE, type: CODE, algorithm: 'other maker', trackingId: 'a', trackingUid: '2.25.7' };

/**
 * A DICOM segmentation of another maker that outlines the same pixels of an image in grids of its own: `part` covers a quarter of
 * it, `turned` begins at its last pixel, `elsewhere` is the part in a plane that is 100 mm away. `runs`: what each marks of the
 * image.
 */
export async function gridsOn({ bytes }: { bytes: Uint8Array }) {
  const { header } = await decodeFrame(bytes);
  const { rows, columns, sopClassUid, sopInstanceUid } = header;
  const orientation = header.imageOrientationPatient!;
  const [rowMm, columnMm] = header.pixelSpacingMm!;
  const positionAt = (column: number, row: number, out = 0) =>
    header.imagePositionPatientMm!.map(
      (from, axis) =>
        from + orientation[axis]! * columnMm * column + orientation[axis + 3]! * rowMm * row + (axis === 2 ? out : 0),
    ) as [number, number, number];
  const [left, top] = [Math.floor(columns / 2), Math.floor(rows / 2)];
  const isMarked = (column: number, row: number) =>
    column >= left + 2 && column < left + 7 && row >= top + 1 && row < top + 4;
  const maskOf = (width: number, height: number, isSet: (column: number, row: number) => boolean) =>
    Uint8Array.from({ length: width * height }, (_, at) => Number(isSet(at % width, Math.floor(at / width))));
  const part = {
    ...{ columns: left, rows: top, orientation, positionMm: positionAt(left, top) },
    mask: maskOf(left, top, (column, row) => isMarked(column + left, row + top)),
  };
  const turned = {
    ...{ columns, rows, positionMm: positionAt(columns - 1, rows - 1) },
    orientation: orientation.map((way) => -way),
    mask: maskOf(columns, rows, (column, row) => isMarked(columns - 1 - column, rows - 1 - row)),
  };
  const elsewhere = { ...part, positionMm: positionAt(left, top, 100) };
  const files = Object.entries({ part, turned, elsewhere }).map(([label, { mask, positionMm, ...grid }], index) => {
    const uid = `2.25.881${index}`;
    const written = writeSegmentation(
      {
        ...{ sopInstanceUid: uid, seriesInstanceUid: `${uid}.2`, at: '2026-11-21T08:09:10.000Z', utcOffset: '+0300' },
        ...{
          seriesDescription: label,
          description: label,
          dimensionOrganizationUid: '2.25.8803',
          softwareVersion: '1',
        },
        source: {
          ...grid,
          seriesInstanceUid: header.seriesInstanceUid!,
          frameOfReferenceUid: header.frameOfReferenceUid!,
          pixelSpacingMm: [rowMm, columnMm],
          sliceThicknessMm: header.sliceThicknessMm!,
        },
        segments: [
          {
            ...{ ...SEGMENT, label },
            frames: [{ sopClassUid: sopClassUid!, sopInstanceUid: sopInstanceUid!, positionMm, mask }],
          },
        ],
      },
      bytes,
    );
    nameDepartment(written);
    return { name: `${label}.dcm`, bytes: written };
  });
  return { header, files, runs: encodeRuns(maskOf(columns, rows, isMarked)) };
}

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
  const told = { isRead: true, isFractional: false, isOurs, columns, rows, unplaced: [] };
  return {
    bytes,
    masks: [
      { ...told, label: 'Nodule', slices: [drawn(lower, 100), drawn(upper, 200)] },
      { ...told, label: 'Calcium', slices: [drawn(upper, 300)] },
    ],
  };
}
