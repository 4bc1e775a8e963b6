import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDataSet } from '../files/data-set.ts';
import { type DecodedFrame, decodeFrame, writePart10 } from '../index.ts';
import { greyBy, greyStepsFor, isAbout } from './apply.ts';
import type { PresentationContent } from './presentation-content.ts';
import { readPresentationState } from './read-presentation-state.ts';

const dir = mkdtempSync(join(tmpdir(), 'duai-gsps-'));
afterAll(() => rmSync(dir, { recursive: true }));

const [COLUMNS, ROWS] = [64, 48];
const OF = { sopInstanceUid: '2.25.701', frame: 0 };

interface Kind {
  photometric: 'MONOCHROME1' | 'MONOCHROME2';
  isSigned: boolean;
  slope: string;
  intercept: string;
}
const CT: Kind = { photometric: 'MONOCHROME2', isSigned: true, slope: '1', intercept: '-1024' };
const FILM: Kind = { photometric: 'MONOCHROME1', isSigned: false, slope: '1', intercept: '0' };
const HALVES: Kind = { photometric: 'MONOCHROME2', isSigned: false, slope: '0.5', intercept: '-100' };

/** Every value of 12 bits, in an order that no mirror or rotation keeps. */
function imageOf({ photometric, isSigned, slope, intercept }: Kind): Uint8Array {
  const pixels = Uint16Array.from({ length: COLUMNS * ROWS }, (_, at) => ((at * 1361) % 4096) - (isSigned ? 1024 : 0));
  return writePart10([
    { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.2' },
    { tag: 0x00080018, vr: 'UI', value: OF.sopInstanceUid },
    { tag: 0x00080020, vr: 'DA', value: '20261123' },
    { tag: 0x00080030, vr: 'TM', value: '080910' },
    { tag: 0x00080060, vr: 'CS', value: 'CT' },
    { tag: 0x00100010, vr: 'PN', value: 'Demo^Person' },
    { tag: 0x00100020, vr: 'LO', value: '1' },
    { tag: 0x0020000d, vr: 'UI', value: '2.25.702' },
    { tag: 0x0020000e, vr: 'UI', value: '2.25.703' },
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: photometric },
    { tag: 0x00280010, vr: 'US', value: [ROWS] },
    { tag: 0x00280011, vr: 'US', value: [COLUMNS] },
    { tag: 0x00280100, vr: 'US', value: [16] },
    { tag: 0x00280101, vr: 'US', value: [isSigned ? 16 : 12] },
    { tag: 0x00280102, vr: 'US', value: [isSigned ? 15 : 11] },
    { tag: 0x00280103, vr: 'US', value: [isSigned ? 1 : 0] },
    { tag: 0x00281052, vr: 'DS', value: intercept },
    { tag: 0x00281053, vr: 'DS', value: slope },
    { tag: 0x7fe00010, vr: 'OW', value: new Uint8Array(pixels.buffer) },
  ]);
}

function ran(command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  expect(`${status}${stdout}${stderr}`.replace(/^W: .*$/gm, '').trim()).toBe('0');
}

/** A state that dcmtk makes of the image and changes, as dcmtk draws it (8 bit) and as we read it. */
async function drawnByDcmtk(kind: Kind, name: string, changes: readonly string[]) {
  const [image, state, picture] = ['image.dcm', 'state.dcm', 'picture.pgm'].map((file) => join(dir, `${name}-${file}`));
  const bytes = imageOf(kind);
  writeFileSync(image!, bytes);
  ran('dcmpsmk', ['-q', image!, state!]);
  if (changes.length > 0) ran('dcmodify', ['-q', '-nb', ...changes, state!]);
  ran('dcmp2pgm', ['-q', '-p', state!, image!, picture!]);
  const pgm = readFileSync(picture!);
  const [header = '', width, height] =
    /^P5\s+(?:#.*\n)?(\d+)\s+(\d+)\s+255\s/.exec(pgm.subarray(0, 200).toString('latin1')) ?? [];
  return {
    path: state!,
    theirs: { columns: Number(width), rows: Number(height), grey: pgm.subarray(header.length) },
    state: readPresentationState(openDataSet(new Uint8Array(readFileSync(state!)))),
    frame: await decodeFrame(bytes),
  };
}

/** The frame in the greys of the state, then rotated clockwise, then mirrored (PS3.3 C.10.6). */
function drawn({ stored, header }: DecodedFrame, state: PresentationContent) {
  const range = header.pixelRepresentation ? { least: -32_768, most: 32_767 } : { least: 0, most: 4095 };
  const level = greyBy(greyStepsFor(state, OF), range);
  let [columns, rows] = [header.columns, header.rows];
  let grey = Array.from(stored, level);
  for (let turned = 0; turned < state.rotation; turned += 90) {
    const [from, wide, high] = [grey, columns, rows];
    grey = from.map((_, at) => from[(high - 1 - (at % high)) * wide + Math.floor(at / high)]!);
    [columns, rows] = [high, wide];
  }
  if (state.isFlipped) {
    const [from, wide] = [grey, columns];
    grey = from.map((_, at) => from[at - (at % wide) + (wide - 1 - (at % wide))]!);
  }
  return { columns, rows, grey };
}

const WINDOW = ['-i', '(0028,3110)[0].(0028,1050)=40', '-i', '(0028,3110)[0].(0028,1051)=400'];
/** A curve of 256 entries of 12 bits from 100 on, as one window of many of a maker. */
const CURVE = Array.from({ length: 256 }, (_, at) => Math.round(4095 * (at / 255) ** 2).toString(16)).join('\\');
const VOI_TABLE = [
  ...['-i', '(0028,3110)[0].(0028,3010)[0].(0028,3002)=256\\100\\12'],
  ...['-i', `(0028,3110)[0].(0028,3010)[0].(0028,3006)=${CURVE}`],
];
const PRESENTATION_TABLE = [
  ...['-e', '(2050,0020)', '-i', '(2050,0010)[0].(0028,3002)=256\\0\\12'],
  ...['-i', `(2050,0010)[0].(0028,3006)=${CURVE}`],
];
const MODALITY_TABLE = [
  ...['-e', '(0028,1052)', '-e', '(0028,1053)', '-e', '(0028,1054)'],
  ...['-i', '(0028,3000)[0].(0028,3002)=256\\1000\\12', '-i', '(0028,3000)[0].(0028,3004)=US'],
  ...['-i', `(0028,3000)[0].(0028,3006)=${CURVE}`],
];

describe('a presentation state is applied as dcmtk applies it', () => {
  it.each<[string, Kind, string[]]>([
    ['a window', CT, WINDOW],
    ['a window of a film whose least value is white', FILM, WINDOW],
    ['a window of values with fractions', HALVES, WINDOW],
    ['no window: the whole range of stored values', CT, []],
    ['no window on a film', FILM, []],
    ['inverted', CT, [...WINDOW, '-m', '(2050,0020)=INVERSE']],
    ['a table instead of a window', FILM, VOI_TABLE],
    ['a presentation table', CT, [...WINDOW, ...PRESENTATION_TABLE]],
    ['a modality table', FILM, MODALITY_TABLE],
    [
      'no rescale: the window is one of stored values',
      CT,
      [...WINDOW, '-e', '(0028,1052)', '-e', '(0028,1053)', '-e', '(0028,1054)'],
    ],
    ['rotated', CT, [...WINDOW, '-i', '(0070,0042)=90', '-i', '(0070,0041)=N']],
    ['mirrored', CT, [...WINDOW, '-i', '(0070,0042)=0', '-i', '(0070,0041)=Y']],
    ['rotated, then mirrored', CT, [...WINDOW, '-i', '(0070,0042)=90', '-i', '(0070,0041)=Y']],
    ['turned by three quarters, then mirrored', FILM, [...WINDOW, '-i', '(0070,0042)=270', '-i', '(0070,0041)=Y']],
  ])('%s', async (name, kind, changes) => {
    const { theirs, state, frame } = await drawnByDcmtk(kind, name.replace(/\W/g, '-'), changes);
    expect(isAbout(state, OF)).toBe(true);
    expect(isAbout(state, { ...OF, sopInstanceUid: '2.25.9' })).toBe(false);
    expect(state.notApplied).toEqual([]);
    const ours = drawn(frame, state);
    expect([ours.columns, ours.rows]).toEqual([theirs.columns, theirs.rows]);
    const off = ours.grey.map((grey, at) => Math.abs(grey - theirs.grey[at]!));
    // Half a step where both round.
    expect(Math.max(...off)).toBeLessThanOrEqual(1);
    expect(new Set(ours.grey).size).toBeGreaterThan(10);
  });

  it('the shutter is where dcmtk reads it, in columns and rows from the upper left corner', async () => {
    const { state, path } = await drawnByDcmtk(CT, 'shutter', [
      ...['-i', '(0018,1600)=RECTANGULAR\\CIRCULAR\\POLYGONAL', '-i', '(0018,1622)=32768'],
      ...['-i', '(0018,1602)=5', '-i', '(0018,1604)=60', '-i', '(0018,1606)=3', '-i', '(0018,1608)=40'],
      ...['-i', '(0018,1610)=24\\32', '-i', '(0018,1612)=20', '-i', '(0018,1620)=1\\2\\1\\60\\40\\30'],
    ]);
    expect(state.shutter).toEqual({
      rectangle: { left: 4, top: 2, right: 60, bottom: 40 },
      circle: { column: 31.5, row: 23.5, radius: 20 },
      polygon: [
        [1.5, 0.5],
        [59.5, 0.5],
        [29.5, 39.5],
      ],
      grey: 32_768 / 65_535,
    });
    const again = join(dir, 'again.dcm');
    copyFileSync(path, again);
    ran('dcmp2pgm', ['-q', '-p', path, '+S', again, path.replace('state.dcm', 'image.dcm'), join(dir, 'again.pgm')]);
    expect(readPresentationState(openDataSet(new Uint8Array(readFileSync(again)))).shutter).toEqual(state.shutter);
  });
});
