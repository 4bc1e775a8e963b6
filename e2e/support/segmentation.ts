import { writeSegmentation } from '@duai/imaging';
import { type PlanesWish, placeOf, planesPhantom } from './planes-phantom.ts';

const CODE = { scheme: 'SCT', value: '49755003', meaning: 'Morphologically Abnormal Structure' };

/**
 * A segmentation of another maker on one slice (from 0) of a phantom, in a grid of its own: from which pixel of the phantom it
 * begins, and whether its rows and columns lead back.
 */
export function segmentationOn(
  wish: PlanesWish,
  of: {
    label: string;
    number: number;
    slice: number;
    size: { columns: number; rows: number };
    begin: readonly [column: number, row: number];
    isTurned?: boolean;
    outMm?: number;
    isMarked: (column: number, row: number) => boolean;
  },
): { name: string; bytes: Uint8Array } {
  const { columns, rows } = of.size;
  const { rowMm, columnMm } = wish.spacing ?? { rowMm: 1, columnMm: 1 };
  const uid = `${wish.study}.90.${of.number}`;
  const [x, y, z] = placeOf(wish, of.slice, ...of.begin);
  const mask = Uint8Array.from({ length: columns * rows }, (_, at) =>
    Number(of.isMarked(at % columns, Math.floor(at / columns))),
  );
  const [source] = planesPhantom(wish);
  const written = writeSegmentation(
    {
      ...{ sopInstanceUid: uid, seriesInstanceUid: `${uid}.1`, at: '2025-05-01T10:00:00Z', utcOffset: '+0000' },
      ...{ seriesDescription: of.label, description: of.label, softwareVersion: '1' },
      dimensionOrganizationUid: `${uid}.2`,
      source: {
        ...{ seriesInstanceUid: `${wish.study}.${wish.series}`, frameOfReferenceUid: `${wish.study}.0`, columns, rows },
        orientation: [...wish.across, ...wish.down].map((way) => (of.isTurned ? -way : way)),
        ...{ pixelSpacingMm: [rowMm, columnMm], sliceThicknessMm: wish.gapMm },
      },
      segments: [
        {
          ...{ label: of.label, category: CODE, type: CODE, algorithm: 'other maker', trackingId: of.label },
          trackingUid: `${uid}.3`,
          frames: [
            {
              sopClassUid: '1.2.840.10008.5.1.4.1.1.2',
              sopInstanceUid: `${wish.study}.${wish.series}.${of.slice + 1}`,
              positionMm: [x, y, z + (of.outMm ?? 0)],
              mask,
            },
          ],
        },
      ],
    },
    source?.bytes ?? new Uint8Array(),
  );
  const bytes = Buffer.from(written);
  // Manufacturer (0008,0070): one of ours would be no mask of a colleague.
  bytes.write('DEPT', bytes.indexOf('080070004c4f0400', 0, 'hex') + 8, 'latin1');
  return { name: `${of.label}.dcm`, bytes: new Uint8Array(bytes) };
}
