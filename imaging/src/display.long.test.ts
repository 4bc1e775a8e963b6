import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import {
  bytesSource,
  type DecodedFrame,
  decodeFrame,
  defaultWindow,
  frameToRgb,
  inspectFile,
  opensByTable,
  windowToGrey,
} from './index.ts';
import { type Window, type WindowFunction, windowFunctionOf } from './pixels/window.ts';
import { rowOfValues } from './testing/row-of-values.ts';
import { DICOM_DATA, hasDicomData } from './testing/samples.ts';

/**
 * Compares the first frame of every readable file of the test data, as displayed, pixel by pixel with the output of DCMTK's
 * dcm2pnm in the same window. Files that DCMTK cannot decode are first uncompressed with GDCM. The checked-in table states
 * the difference in levels of 255, and the reason if it is more than one.
 */
const TABLE = join(import.meta.dirname, '..', 'test', 'display.tsv');
const HEAD = [
  '# The first frame as it opens beside dcm2pnm (DCMTK) in the same window: greatest difference of grey levels (of colour: of',
  '# each component), "–" where there is no reference. LINEAR_EXACT, which DCMTK does not know, is the linear function of a',
  '# centre 0.5 higher and a width 1 wider (PS3.3 C.11.2.1.2.1). Written by imaging/src/display.long.test.ts.',
  ['file', 'photometric', 'function', 'centre', 'width', 'difference', 'reason'].join('\t'),
];

if (!hasDicomData) console.log('data not present: displayed pixels are not compared');

/** Reasons why a difference of more than one level, or a missing reference, is right. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/HTJ2K/, 'no reference: neither DCMTK nor GDCM decodes HTJ2K; exactness.tsv compares the values with OpenJPEG'],
  [
    /liver_(nonbyte_aligned_)?(deflate|rle)/,
    'no reference: neither reads single bits in this form; exactness.tsv compares them with a twin',
  ],
  [
    /rtdose_expb/,
    'written with 32-bit numbers reversed as a whole; DCMTK expects 16-bit words; exactness.tsv compares it with a twin',
  ],
  [/no_preamble/, 'no reference: neither opens a file without preamble'],
  [/DIRW0007/, 'no reference: the end of its pixel data is wrongly nested, neither opens it'],
];

it.runIf(hasDicomData)(
  '[TRU-013] every readable file is shown within one grey level of DCMTK, or its reason is listed',
  async () => {
    const tmp = await mkdtemp(join(tmpdir(), 'duai-display-'));
    const entries = await readdir(DICOM_DATA, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const rows: string[] = [];
    const unexplained: string[] = [];
    const queue = paths.sort().entries();
    const work = async () => {
      for (const [index, path] of queue) {
        const bytes = await readFile(path);
        const inspection = await inspectFile(bytesSource(bytes));
        if (inspection.status === 'refused' || inspection.kind !== 'dicom') continue;
        const frame = await decodeFrame(bytes).catch(() => null);
        if (!frame) continue;
        const file = relative(DICOM_DATA, path);
        const { cells, difference, isFlat } = await compared(frame, path, join(tmp, String(index)));
        const isExplained = difference !== null && difference <= 1;
        const reason = isExplained ? '' : (REASONS.find(([files]) => files.test(file))?.[1] ?? '');
        if (!isExplained && !reason) unexplained.push(`${file}: ${difference}`);
        // A window that we choose must not show all values as one grey; a window proposed by the file may.
        if (isFlat && frame.header.windowWidth.length === 0) unexplained.push(`${file}: all of it has one grey`);
        rows.push([file, ...cells, difference ?? '–', reason].join('\t').trimEnd());
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
    await rm(tmp, { recursive: true });
    expect(rows.length).toBeGreaterThan(200);
    expect(unexplained).toEqual([]);
    await expect(`${[...HEAD, ...rows.sort()].join('\n')}\n`).toMatchFileSnapshot(TABLE);
  },
  600_000,
);

/**
 * A row of values 0 to 255 with a Modality LUT, a VOI LUT or both, optionally with a window; the options say how the tables
 * are written.
 */
const tables = ({ isSigned = false, bits = 16, hasModality = true, hasVoi = true, window = false }) =>
  rowOfValues(
    [
      ...(window
        ? [
            { tag: 0x00281050, vr: 'DS' as const, value: '700' },
            { tag: 0x00281051, vr: 'DS' as const, value: '900' },
          ]
        : []),
      ...(hasModality ? [tableOf(0x00283000, isSigned, -100, 12, (index) => (index * index) >> 4)] : []),
      ...(hasVoi
        ? [
            tableOf(0x00283010, false, hasModality ? 10 : 20, bits, (index) =>
              Math.round(Math.sqrt(index / 255) * (2 ** bits - 1)),
            ),
          ]
        : []),
    ],
    { isSigned },
  );

const tableOf = (tag: number, isSigned: boolean, first: number, bits: number, entry: (index: number) => number) => {
  const firstMapped = isSigned ? first : Math.max(0, first);
  const entries = Array.from({ length: 256 }, (_, index) => entry(index));
  return {
    tag,
    vr: 'SQ' as const,
    value: {
      items: [
        [
          { tag: 0x00283002, vr: isSigned ? ('SS' as const) : ('US' as const), value: [256, firstMapped, bits] },
          { tag: 0x00283006, vr: 'US' as const, value: entries },
        ],
      ],
    },
  };
};

it.each([
  ['a Modality LUT', { hasVoi: false }],
  ['a Modality LUT of signed values, and a window', { hasVoi: false, isSigned: true, window: true }],
  ['a VOI LUT', { hasModality: false }],
  ['a VOI LUT of 8 bits, and a window that it goes before', { hasModality: false, bits: 8, window: true }],
  ['both tables', {}],
  ['both tables, of 12 bits and signed values', { bits: 12, isSigned: true }],
])('an image with %s is shown within one grey level of DCMTK, with a chosen window too', async (_, how) => {
  const tmp = await mkdtemp(join(tmpdir(), 'duai-tables-'));
  const path = join(tmp, 'image.dcm');
  const bytes = tables(how);
  await writeFile(path, bytes);
  const frame = await decodeFrame(bytes);
  const { difference, isFlat } = await compared(frame, path, join(tmp, 'shown'));
  expect(isFlat).toBe(false);
  expect(difference).toBeLessThanOrEqual(1);
  const window = { center: 300, width: 400 };
  const reference = (await shownByDcmtk(path, join(tmp, 'window'), window, 'LINEAR'))!;
  const ours = windowToGrey(frame, window);
  expect(Math.max(...ours.map((level, at) => Math.abs(level - reference[at]!)))).toBeLessThanOrEqual(1);
  await rm(tmp, { recursive: true });
});

async function compared(frame: DecodedFrame, path: string, tmp: string) {
  const isGrey = frame.samplesPerPixel === 1 && !frame.palette;
  const window = isGrey ? defaultWindow(frame) : null;
  const isByTable = isGrey && opensByTable(frame);
  const by = isByTable ? 'VOI LUT' : window && windowFunctionOf(frame, window);
  const cells = [
    frame.header.photometricInterpretation,
    by ?? '–',
    ...(window && !isByTable ? [window.center, window.width] : ['–', '–']).map(rounded),
  ];
  const reference = await shownByDcmtk(path, tmp, window, by);
  const ours = isByTable ? windowToGrey(frame) : window ? windowToGrey(frame, window) : frameToRgb(frame);
  const isFlat = ours.every((level) => level === ours[0]) && frame.stored.some((value) => value !== frame.stored[0]);
  if (reference?.length !== ours.length) return { cells, difference: null, isFlat };
  let difference = 0;
  for (let at = 0; at < ours.length; at += 1) difference = Math.max(difference, Math.abs(ours[at]! - reference[at]!));
  return { cells, difference, isFlat };
}

const rounded = (value: number | string): string | number =>
  typeof value === 'number' ? Number(value.toPrecision(8)) : value;

async function shownByDcmtk(
  path: string,
  tmp: string,
  window: Window | null,
  by: WindowFunction | 'VOI LUT' | null,
): Promise<Uint8Array | null> {
  const shift = by === 'LINEAR_EXACT' ? 1 : 0;
  const options =
    by === 'VOI LUT'
      ? ['+Wl', '1']
      : window
        ? ['+Ww', String(window.center + shift / 2), String(window.width + shift), by === 'SIGMOID' ? '+Wfs' : '+Wfl']
        : [];
  const draw = async (file: string) =>
    (await ran('dcmj2pnm', ['-q', '-O', ...options, '+op', file, `${tmp}.pnm`]))
      ? pixelsOf(await readFile(`${tmp}.pnm`))
      : null;
  const drawn = await draw(path);
  if (drawn) return drawn;
  return (await ran('gdcmconv', ['--raw', path, `${tmp}.dcm`])) ? draw(`${tmp}.dcm`) : null;
}

/** @returns whether it succeeded @throws Error if the program is missing */
const ran = (program: string, args: string[]): Promise<boolean> =>
  new Promise((resolve, reject) => {
    execFile(program, args, { timeout: 60_000 }, (error) => {
      if (error?.code === 'ENOENT') return reject(new Error(`${program} is not installed`));
      resolve(!error);
    });
  });

/** The samples of a portable grey or colour map of 8 bits (Netpbm P5 and P6): three numbers, one blank, then bytes. */
function pixelsOf(file: Uint8Array): Uint8Array {
  const text = Buffer.from(file.subarray(0, 200)).toString('latin1');
  const head = /^P[56]\s+(?:#[^\n]*\n\s*)*\d+\s+(?:#[^\n]*\n\s*)*\d+\s+255\s/.exec(text);
  if (!head) throw new Error('no portable map of 8 bits');
  return file.subarray(head[0].length);
}
