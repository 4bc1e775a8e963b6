import type { ElementToWrite } from '@duai/imaging';
import { inPlaceOf, writeStack } from './phantoms.ts';

/** 350 MBq at 10:00, half-life 6,600 s. */
const DRUG: ElementToWrite[] = [
  { tag: 0x00181072, vr: 'TM', value: '100000' },
  { tag: 0x00181074, vr: 'DS', value: '350000000' },
  { tag: 0x00181075, vr: 'DS', value: '6600' },
];

/** A man of 70 kg and 1.75 m, scanned at 11:00. */
const MAN: ElementToWrite[] = [
  { tag: 0x00080021, vr: 'DA', value: '20260102' },
  { tag: 0x00080022, vr: 'DA', value: '20260102' },
  { tag: 0x00080031, vr: 'TM', value: '110000' },
  { tag: 0x00080032, vr: 'TM', value: '110000' },
  { tag: 0x00100040, vr: 'CS', value: 'M' },
  { tag: 0x00101020, vr: 'DS', value: '1.75' },
  { tag: 0x00101030, vr: 'DS', value: '70' },
  { tag: 0x00280051, vr: 'CS', value: 'DECY\\ATTN' },
  { tag: 0x00541001, vr: 'CS', value: 'BQML' },
  { tag: 0x00541102, vr: 'CS', value: 'START' },
];

interface PetWish {
  /** Replace the elements of the man. An empty value means missing. */
  elements?: ElementToWrite[];
  drug?: ElementToWrite[];
  /** Rescale slope of each slice; the stored value is the wanted value divided by it. */
  slope?: (slice: number) => number;
  slices?: number;
}

/**
 * 16 × 16 × 12 voxels of 4 mm: 1,000 Bq/ml, and in the centre a cube of 3 × 3 × 3 voxels of 20,000 Bq/ml whose central voxel
 * has 30,000 Bq/ml.
 */
export function petPhantom({ elements = [], drug = [], slope = () => 1, slices = 12 }: PetWish = {}): Uint8Array[] {
  const items = [inPlaceOf(DRUG, drug)];
  return writeStack({
    modality: 'PT',
    columns: 16,
    rows: 16,
    slices,
    spacingMm: [4, 4, 4],
    stored: (column, row, slice) => {
      const away = Math.max(Math.abs(column - 8), Math.abs(row - 8), Math.abs(slice - Math.floor(slices / 2)));
      const activity = away === 0 ? 30_000 : away === 1 ? 20_000 : 1000;
      return Math.round(activity / slope(slice));
    },
    elements: (slice) =>
      inPlaceOf(
        [
          ...MAN,
          { tag: 0x00281053, vr: 'DS', value: String(slope(slice)) },
          { tag: 0x00540016, vr: 'SQ', value: { items } },
        ],
        elements,
      ),
  });
}
