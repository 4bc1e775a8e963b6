import { type ElementToWrite, writePart10 } from '../files/write.ts';
import { gaussian, generator, inEllipsoid, type Three } from './random.ts';

export interface ChestPhantomOptions {
  slices?: number;
  /** Number of rows and of columns. */
  matrix?: number;
  pixelSpacingMm?: number;
  sliceThicknessMm?: number;
  convolutionKernel?: string | null;
  /** Fraction of lung voxels that are emphysema-like (below −950 HU). */
  emphysemaShare?: number;
  /** Standard deviation of the noise in HU. */
  noiseHu?: number;
  seed?: number;
  /** The patient name in the headers (PN). */
  patientName?: string;
  /** Range of slices to write, from 0, without the last: a scan too large for memory is written in parts. */
  part?: readonly [from: number, to: number];
}

/** The true values of the phantom, counted from the written voxels and computed from its shapes. */
export interface ChestPhantomTruth {
  /** Volume of lung tissue voxels without airways, in ml. */
  lungVolumeMl: number;
  /** The same computed from two ellipsoids, in ml. */
  analyticLungVolumeMl: number;
  airwayVolumeMl: number;
  meanLungDensityHu: number;
  laa950Percent: number;
  perc15Hu: number;
}

export interface ChestPhantom {
  files: { name: string; bytes: Uint8Array }[];
  truth: ChestPhantomTruth;
}

const AIR_HU = -1000;
const TISSUE_HU = 40;
const BONE_HU = 700;
const LUNG_HU = -850;
const EMPHYSEMA_HU = -980;
const CT_IMAGE_STORAGE = '1.2.840.10008.5.1.4.1.1.2';
/** UIDs under 2.25 (PS3.5 annex B.2); the last part encodes phantom, seed and slice. */
const UID_ROOT = '2.25.33105841290067219004581660021';

/**
 * A synthetic chest CT: an elliptic body with a table below, two ellipsoid lungs, trachea and main bronchi of air, a spine.
 * The lungs are known exactly, so a measurement can be compared with the truth (of the slices that were written).
 */
export function chestPhantom(options: ChestPhantomOptions = {}): ChestPhantom {
  const {
    slices = 60,
    matrix = 256,
    pixelSpacingMm = 1.4,
    sliceThicknessMm = 5,
    convolutionKernel = 'B30f',
    emphysemaShare = 0.1,
    noiseHu = 15,
    seed = 1,
    patientName = 'PHANTOM^CHEST',
    part: [from, to] = [0, slices],
  } = options;
  const random = generator(seed + from);
  const heightMm = slices * sliceThicknessMm;
  const lungRadiiMm = [52, 74, heightMm * 0.4] as const;
  const lungCentresMm = [
    [-68, 0, 0],
    [68, 0, 0],
  ] as const;
  const half = (matrix * pixelSpacingMm) / 2;
  const lungHu: number[] = [];
  let airwayVoxels = 0;
  const files: ChestPhantom['files'] = [];

  for (let slice = from; slice < to; slice += 1) {
    const stored = new Int16Array(matrix * matrix);
    // z grows towards the head: the trachea comes in from the top and ends at the carina.
    const z = (slice + 0.5) * sliceThicknessMm - heightMm / 2;
    for (let row = 0; row < matrix; row += 1) {
      const y = (row + 0.5) * pixelSpacingMm - half;
      for (let column = 0; column < matrix; column += 1) {
        const x = (column + 0.5) * pixelSpacingMm - half;
        const isLung = lungCentresMm.some((centre) => inEllipsoid(x, y, z, centre, lungRadiiMm));
        const isAirway = isTrachea(x, y, z, heightMm) || isBronchus(x, y, z);
        let hu = AIR_HU;
        if ((x / 165) ** 2 + (y / 115) ** 2 <= 1) hu = TISSUE_HU;
        if (x ** 2 + (y - 88) ** 2 <= 15 ** 2) hu = BONE_HU;
        if (y > 128 && y < 134 && Math.abs(x) < 150) hu = -150;
        if (isLung) hu = random() < emphysemaShare ? EMPHYSEMA_HU : LUNG_HU;
        if (isAirway) hu = AIR_HU;
        const noisy = Math.round(hu + gaussian(random) * noiseHu);
        stored[row * matrix + column] = Math.max(-1024, noisy);
        if (isAirway) airwayVoxels += 1;
        else if (isLung) lungHu.push(Math.max(-1024, noisy));
      }
    }
    files.push({
      name: `phantom-${String(slice + 1).padStart(3, '0')}.dcm`,
      bytes: writeSlice({
        stored,
        matrix,
        slice,
        z,
        pixelSpacingMm,
        sliceThicknessMm,
        convolutionKernel,
        seed,
        patientName,
      }),
    });
  }
  const voxelMl = (pixelSpacingMm * pixelSpacingMm * sliceThicknessMm) / 1000;
  return { files, truth: truthOf(lungHu, airwayVoxels, voxelMl, lungRadiiMm) };
}

const isTrachea = (x: number, y: number, z: number, heightMm: number) =>
  z > 20 && z <= heightMm / 2 && x ** 2 + (y + 15) ** 2 <= 9 ** 2;

/** Two tubes from the carina outwards and down, ending at the lungs. */
function isBronchus(x: number, y: number, z: number): boolean {
  const along = (20 - z) / 40;
  if (along < -0.2 || along > 0.5) return false;
  const centre = 2 + along * 40;
  return (Math.abs(x) - centre) ** 2 + (y + 15) ** 2 <= 6.5 ** 2;
}

function truthOf(
  lungHu: number[],
  airwayVoxels: number,
  voxelMl: number,
  [across, down, along]: Three,
): ChestPhantomTruth {
  const sorted = Int16Array.from(lungHu).sort();
  const below = sorted.findIndex((hu) => hu >= -950);
  return {
    lungVolumeMl: sorted.length * voxelMl,
    analyticLungVolumeMl: (2 * (4 / 3) * Math.PI * across * down * along) / 1000,
    airwayVolumeMl: airwayVoxels * voxelMl,
    meanLungDensityHu: sorted.reduce((sum, hu) => sum + hu, 0) / sorted.length,
    laa950Percent: ((below < 0 ? sorted.length : below) / sorted.length) * 100,
    perc15Hu: sorted[Math.floor(sorted.length * 0.15)] ?? Number.NaN,
  };
}

interface Slice {
  stored: Int16Array;
  matrix: number;
  slice: number;
  z: number;
  pixelSpacingMm: number;
  sliceThicknessMm: number;
  convolutionKernel: string | null;
  seed: number;
  patientName: string;
}

function writeSlice({
  stored,
  matrix,
  slice,
  z,
  pixelSpacingMm,
  sliceThicknessMm,
  convolutionKernel,
  seed,
  patientName,
}: Slice): Uint8Array {
  const study = `${UID_ROOT}.${seed}`;
  const origin = -(matrix * pixelSpacingMm) / 2 + pixelSpacingMm / 2;
  const elements: ElementToWrite[] = [
    { tag: 0x00080005, vr: 'CS', value: 'ISO_IR 192' },
    { tag: 0x00080008, vr: 'CS', value: 'ORIGINAL\\PRIMARY\\AXIAL' },
    { tag: 0x00080016, vr: 'UI', value: CT_IMAGE_STORAGE },
    { tag: 0x00080018, vr: 'UI', value: `${study}.1.${slice + 1}` },
    { tag: 0x00080020, vr: 'DA', value: '20250401' },
    { tag: 0x00080030, vr: 'TM', value: '120000' },
    { tag: 0x00080050, vr: 'SH', value: '' },
    { tag: 0x00080060, vr: 'CS', value: 'CT' },
    { tag: 0x00080070, vr: 'LO', value: 'DUAI phantom generator' },
    { tag: 0x00080090, vr: 'PN', value: '' },
    { tag: 0x00081030, vr: 'LO', value: 'Chest CT phantom' },
    { tag: 0x0008103e, vr: 'LO', value: 'Lung phantom' },
    { tag: 0x00100010, vr: 'PN', value: patientName },
    { tag: 0x00100020, vr: 'LO', value: `PHANTOM-${seed}` },
    { tag: 0x00100030, vr: 'DA', value: '' },
    { tag: 0x00100040, vr: 'CS', value: 'O' },
    { tag: 0x00180015, vr: 'CS', value: 'CHEST' },
    { tag: 0x00180050, vr: 'DS', value: String(sliceThicknessMm) },
    { tag: 0x00180060, vr: 'DS', value: '120' },
    ...(convolutionKernel === null ? [] : [{ tag: 0x00181210, vr: 'SH', value: convolutionKernel } as const]),
    { tag: 0x00185100, vr: 'CS', value: 'HFS' },
    { tag: 0x0020000d, vr: 'UI', value: study },
    { tag: 0x0020000e, vr: 'UI', value: `${study}.1` },
    { tag: 0x00200010, vr: 'SH', value: '1' },
    { tag: 0x00200011, vr: 'IS', value: '1' },
    { tag: 0x00200012, vr: 'IS', value: '1' },
    { tag: 0x00200013, vr: 'IS', value: String(slice + 1) },
    { tag: 0x00200032, vr: 'DS', value: [origin, origin, z].map((mm) => mm.toFixed(3)).join('\\') },
    { tag: 0x00200037, vr: 'DS', value: '1\\0\\0\\0\\1\\0' },
    { tag: 0x00200052, vr: 'UI', value: `${study}.2` },
    { tag: 0x00201040, vr: 'LO', value: '' },
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280010, vr: 'US', value: [matrix] },
    { tag: 0x00280011, vr: 'US', value: [matrix] },
    { tag: 0x00280030, vr: 'DS', value: `${pixelSpacingMm}\\${pixelSpacingMm}` },
    { tag: 0x00280100, vr: 'US', value: [16] },
    { tag: 0x00280101, vr: 'US', value: [16] },
    { tag: 0x00280102, vr: 'US', value: [15] },
    { tag: 0x00280103, vr: 'US', value: [1] },
    { tag: 0x00280301, vr: 'CS', value: 'NO' },
    { tag: 0x00281050, vr: 'DS', value: '-600' },
    { tag: 0x00281051, vr: 'DS', value: '1500' },
    { tag: 0x00281052, vr: 'DS', value: '0' },
    { tag: 0x00281053, vr: 'DS', value: '1' },
    { tag: 0x00281054, vr: 'LO', value: 'HU' },
    { tag: 0x7fe00010, vr: 'OW', value: new Uint8Array(stored.buffer) },
  ];
  return writePart10(elements);
}
