import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bytesSource } from '../files/byte-source.ts';
import { type ElementToWrite, writePart10 } from '../files/write.ts';
import { decodeFrame, overlayBits } from '../index.ts';
import { DICOM_DATA, hasDicomData } from '../testing/samples.ts';
import { unpackBits } from './pixel-data.ts';

const tmp = mkdtempSync(join(tmpdir(), 'duai-overlays-'));
afterAll(() => rmSync(tmp, { recursive: true, force: true }));

if (!hasDicomData) console.log('data not present: overlays of real files are not compared');

/** Samples of a portable map of 8 bits: what is left when its head is taken off. */
function drawnByDcmtk(path: string, frame: number, size: number, overlays: string[]): Uint8Array {
  const out = join(tmp, 'drawn.pnm');
  const { status, stderr } = spawnSync('dcmj2pnm', [
    '-q',
    '+Wm',
    '+F',
    String(frame + 1),
    ...overlays,
    '+op',
    path,
    out,
  ]);
  if (status !== 0) throw new Error(String(stderr));
  return readFileSync(out).subarray(-size);
}

/** Where DCMTK draws group 6000 of a frame: what differs when the overlay is white, from when it is black. */
function whereDcmtkDraws(path: string, frame: number, size: number): number[] {
  const [white, black] = ['1.0', '0.0'].map((grey) =>
    drawnByDcmtk(path, frame, size, ['+O', '1', '+Omr', '+Osf', grey]),
  );
  return [...white!].flatMap((level, at) => (level === black![at] ? [] : [at]));
}

const COLUMNS = 24;
const ROWS = 10;
/** So many frames of 12 bits in 16, whose bit 14 is a slanted line where the overlay is not beside them. */
function image({ frames = 1, isEmbedded = false }, overlay: ElementToWrite[]): Uint8Array {
  const pixels = new Uint16Array(COLUMNS * ROWS * frames).map((_, at) => {
    const isDrawn = isEmbedded && at % COLUMNS === Math.floor(at / COLUMNS);
    return ((at * 37) % 4096) | (isDrawn ? 1 << 14 : 0);
  });
  return writePart10([
    { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.7.3' },
    { tag: 0x00080018, vr: 'UI', value: '2.25.4711' },
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280008, vr: 'IS', value: String(frames) },
    { tag: 0x00280010, vr: 'US', value: [ROWS] },
    { tag: 0x00280011, vr: 'US', value: [COLUMNS] },
    { tag: 0x00280100, vr: 'US', value: [16] },
    { tag: 0x00280101, vr: 'US', value: [12] },
    { tag: 0x00280102, vr: 'US', value: [11] },
    { tag: 0x00280103, vr: 'US', value: [0] },
    ...overlay,
    { tag: 0x7fe00010, vr: 'OW', value: new Uint8Array(pixels.buffer) },
  ]);
}

const plane = (rows: number, columns: number, more: ElementToWrite[]): ElementToWrite[] => [
  { tag: 0x60000010, vr: 'US', value: [rows] },
  { tag: 0x60000011, vr: 'US', value: [columns] },
  { tag: 0x60000040, vr: 'CS', value: 'G' },
  ...more,
];
const separate: ElementToWrite[] = [
  { tag: 0x60000100, vr: 'US', value: [1] },
  { tag: 0x60000102, vr: 'US', value: [0] },
];

/** Where a plane of ours lies on a frame, in pixels of the image. */
async function whereWeDraw(file: Uint8Array, frame: number): Promise<number[]> {
  const { header } = await decodeFrame(file);
  const [found] = header.overlayPlanes!;
  const own = found!.frames === null ? 0 : frame - (found!.firstFrame - 1);
  const count = found!.rows * found!.columns;
  const packed = await overlayBits(file, 0x6000);
  // The same from a file that is not in memory.
  expect(await overlayBits(bytesSource(new Uint8Array(file)), 0x6000)).toEqual(packed);
  const bits = unpackBits(packed, own * count, count);
  return [...bits].flatMap((bit, at) => {
    const [row, column] = [Math.floor(at / found!.columns) + found!.row - 1, (at % found!.columns) + found!.column - 1];
    const isInside = row >= 0 && column >= 0 && row < header.rows && column < header.columns;
    return bit && isInside ? [row * header.columns + column] : [];
  });
}

it
  .runIf(hasDicomData)
  .each([
    'MR/pydicom__src__pydicom__data__test_files__examples_overlay.dcm',
    'MR/pydicom-data__data_store__data__MR-SIEMENS-DICOM-WithOverlays.dcm',
  ])('the overlay of a real file lies where DCMTK draws it (%s)', async (name) => {
  const path = join(DICOM_DATA, name);
  const file = readFileSync(path);
  const { header } = await decodeFrame(file);
  const ours = await whereWeDraw(file, 0);
  expect(ours.length).toBeGreaterThan(100);
  expect(ours).toEqual(whereDcmtkDraws(path, 0, header.rows * header.columns));
});

it.each([
  [
    'smaller than its image, beside its first pixel',
    { frames: 1 },
    0,
    [
      ...plane(3, 7, [
        ...separate,
        { tag: 0x60000050, vr: 'SS', value: [4, 9] },
        { tag: 0x60003000, vr: 'OW', value: Uint8Array.from([0b1010_1101, 0b0110_0110, 0b0001_1011, 0]) },
      ]),
    ],
  ],
  [
    'in bits of the pixels that no value uses',
    { frames: 2, isEmbedded: true },
    0,
    [
      ...plane(ROWS, COLUMNS, [
        { tag: 0x60000050, vr: 'SS', value: [1, 1] },
        { tag: 0x60000100, vr: 'US', value: [16] },
        { tag: 0x60000102, vr: 'US', value: [14] },
      ]),
    ],
  ],
  [
    'of two frames that begin at the second of three',
    { frames: 3 },
    2,
    [
      ...plane(ROWS, COLUMNS, [
        ...separate,
        { tag: 0x60000015, vr: 'IS', value: '2' },
        { tag: 0x60000050, vr: 'SS', value: [1, 1] },
        { tag: 0x60000051, vr: 'US', value: [2] },
        { tag: 0x60003000, vr: 'OW', value: Uint8Array.from({ length: 60 }, (_, at) => (at < 30 ? 0xff : at * 5)) },
      ]),
    ],
  ],
] satisfies [string, { frames: number; isEmbedded?: boolean }, number, ElementToWrite[]][])(
  'an overlay %s lies where DCMTK draws it',
  async (_, how, frame, overlay) => {
    const file = image(how, overlay);
    const path = join(tmp, 'image.dcm');
    writeFileSync(path, file);
    const ours = await whereWeDraw(file, frame);
    expect(ours.length).toBeGreaterThan(5);
    expect(ours).toEqual(whereDcmtkDraws(path, frame, ROWS * COLUMNS));
  },
);

it('an overlay that is cut off is refused and its image is not', async () => {
  const cut = image({}, plane(ROWS, COLUMNS, [...separate, { tag: 0x60003000, vr: 'OW', value: new Uint8Array(8) }]));
  expect((await decodeFrame(cut)).header.overlayPlanes).toHaveLength(1);
  await expect(overlayBits(cut, 0x6000)).rejects.toThrow('the overlay is cut off');
  await expect(overlayBits(cut, 0x6002)).rejects.toThrow('there is no such overlay');
});
