import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { studies } from '@duai/contract';
import { dcmtk } from '../../scripts/test-servers/dcmtk.ts';
import { TEST_DATA } from '../support/files.ts';
import { expect, test } from '../support/server.ts';
import { staffClient } from '../support/staff.ts';
import { openReading, Viewer } from '../support/viewer.ts';

const FOLDERS = ['CT', 'MR', 'CR', 'DX', 'NM', 'US', 'SYNTH', 'OTHER'];
/** Lossless transfer syntaxes that Debian's dcmtk decodes, with the program for each. */
const DECODERS: Record<string, string> = {
  LittleEndianImplicit: 'dcmconv',
  LittleEndianExplicit: 'dcmconv',
  BigEndianExplicit: 'dcmconv',
  DeflatedLittleEndianExplicit: 'dcmconv',
  RLELossless: 'dcmdrle',
  JPEGLSLossless: 'dcmdjpls',
  'JPEGLossless:Non-hierarchical-1stOrderPrediction': 'dcmdjpeg',
};
const TAGS = {
  syntax: '0002,0010',
  sopInstanceUid: '0008,0018',
  samples: '0028,0002',
  photometric: '0028,0004',
  frames: '0028,0008',
  rows: '0028,0010',
  columns: '0028,0011',
  allocated: '0028,0100',
  stored: '0028,0101',
  representation: '0028,0103',
  intercept: '0028,1052',
  slope: '0028,1053',
  table: '0028,3000',
  voiTable: '0028,3010',
} as const;

interface Known {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sopInstanceUid: string;
  readonly columns: number;
  readonly rows: number;
  readonly valueAt: (column: number, row: number) => number;
}

/** A grey single-frame image decoded by dcmtk alone; undefined for any other file. */
async function byDcmtk(path: string, name: string): Promise<Known | undefined> {
  const { output } = await dcmtk('dcmdump', ['-q', ...Object.values(TAGS).flatMap((tag) => ['+P', tag]), path]);
  const told = (tag: keyof typeof TAGS) => {
    // The first line that begins with the tag, because later ones are in sequences.
    const line = output.split('\n').find((each) => each.startsWith(`(${TAGS[tag].toLowerCase()})`));
    return line && (/\[(.*)\]/.exec(line)?.[1] ?? /^\S+ \w\w =?(\S+)/.exec(line)?.[1]);
  };
  const decoder = DECODERS[told('syntax') ?? ''];
  const isPlain = told('samples') === '1' && /^MONOCHROME/.test(told('photometric') ?? '') && !told('table');
  const sopInstanceUid = told('sopInstanceUid')?.trim();
  if (!decoder || !isPlain || told('voiTable') || Number(told('frames') ?? 1) !== 1 || !sopInstanceUid)
    return undefined;
  const dir = await mkdtemp(join(tmpdir(), 'duai-dcmtk-'));
  const plain = join(dir, 'plain.dcm');
  if ((await dcmtk(decoder, ['+te', path, plain])).code !== 0) return undefined;
  await dcmtk('dcmdump', ['-q', '+W', dir, plain]);
  const [columns, rows, allocated] = [Number(told('columns')), Number(told('rows')), Number(told('allocated'))];
  const written = await Promise.all(
    (await readdir(dir)).filter((file) => file.endsWith('.raw')).map((file) => readFile(join(dir, file))),
  );
  // An icon of the image is written to a file too; an odd number of octets is padded.
  const pixels = written.find(({ length }) => Math.abs(length - (columns * rows * allocated) / 8) <= 1);
  if (!pixels) return undefined;
  const octets = new Uint8Array(pixels).buffer;
  // Bits above the stored ones are not part of the value (PS3.5 section 8.1.1).
  const unused = allocated - Number(told('stored'));
  const isSigned = told('representation') === '1';
  const words = allocated === 8 ? new Uint8Array(octets) : new Uint16Array(octets, 0, columns * rows);
  const shift = 32 - allocated + unused;
  const slope = Number(told('slope') ?? 1);
  const intercept = Number(told('intercept') ?? 0);
  return {
    name,
    bytes: await readFile(path),
    sopInstanceUid,
    columns,
    rows,
    valueAt: (column, row) => {
      const word = words[row * columns + column]! << shift;
      return (isSigned ? word >> shift : word >>> shift) * slope + intercept;
    },
  };
}

/** One file for each image name. */
async function knownFiles(): Promise<Known[]> {
  const found = new Map<string, Known>();
  for (const folder of FOLDERS) {
    for (const name of (await readdir(join(TEST_DATA, 'dicom', folder))).sort()) {
      const known = await byDcmtk(join(TEST_DATA, 'dicom', folder, name), name);
      if (known && !found.has(known.sopInstanceUid)) found.set(known.sopInstanceUid, known);
    }
  }
  return [...found.values()];
}

test("[RED-001] the viewer shows full-resolution values: what stands under the mouse equals dcmtk's on 30 files @long", async ({
  page,
  server,
}) => {
  test.skip(!existsSync(join(TEST_DATA, 'dicom')), 'data not present');
  const files = await knownFiles();
  expect(files.length).toBeGreaterThanOrEqual(40);
  const caseId = await openReading(page, server, 'degerler@duai.example', files);
  const radiologist = await staffClient(server, 'radiologist');
  const { studies: examinations } = await radiologist.call(studies.getReading, { params: { caseId } });
  const byUid = new Map(files.map((file) => [file.sopInstanceUid, file]));
  const viewer = new Viewer(page);
  const compared: string[] = [];
  const drawnByServer: string[] = [];
  const all = examinations.flatMap(({ series }) => series);
  for (const [index, series] of all.entries()) {
    const ready = series.instances.filter(({ state }) => state === 'ready');
    if (ready.length === 0) continue;
    await page.getByRole('navigation', { name: 'Series' }).getByRole('button').nth(index).click();
    for (const [at, instance] of ready.entries()) {
      const known = byUid.get(instance.sopInstanceUid!)!;
      await page.getByRole('slider', { name: 'Move through the images' }).or(viewer.stage).first().waitFor();
      await viewer.stage.press('Home');
      for (let step = 0; step < at; step += 1) await viewer.stage.press('ArrowDown');
      const shown = page.getByRole('img', { name: `Slice ${at + 1} of ${ready.length}` });
      await expect(shown).toBeVisible();
      if ((await shown.getAttribute('data-pixels')) !== 'stored') {
        drawnByServer.push(known.name);
        continue;
      }
      // Full resolution: one canvas pixel for each pixel of the file.
      expect(await viewer.canvas.evaluate(({ width, height }: HTMLCanvasElement) => [width, height])).toEqual([
        known.columns,
        known.rows,
      ]);
      for (const [across, down] of [
        [0.5, 0.5],
        [0.27, 0.61],
        [0.71, 0.33],
      ] as const) {
        const [column, row] = [Math.floor(known.columns * across), Math.floor(known.rows * down)];
        const { x, y } = await viewer.at(column + 0.5, row + 0.5, known.columns, known.rows);
        await page.mouse.move(x, y);
        const readout = page.getByText(/^\d+, \d+: −?\d+/);
        await expect(readout).toBeVisible();
        // A large image has several pixels at a screen point: the pixel that is displayed is the one that is compared.
        const [, told, under, value, unit] = /^((\d+), \d+): (−?\d+(?:\.\d+)?)(?: (\w+))?$/
          .exec((await readout.textContent())!)!
          .map(String);
        const [toldColumn = 0, toldRow = 0] = told!.split(', ').map(Number);
        expect(Math.abs(Number(under) - column)).toBeLessThanOrEqual(3);
        const wished = known.valueAt(toldColumn, toldRow);
        // As many decimals as the steps of the values need: right to the last one that is told.
        const decimals = value!.split('.')[1]?.length ?? 0;
        const off = Math.abs(Number(value!.replace('−', '-')) - wished);
        expect(off, `${known.name} at ${told}`).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9);
        expect(['HU', 'undefined']).toContain(unit);
      }
      compared.push(known.name);
    }
  }
  console.log(
    `${compared.length} files compared with dcmtk, drawn by the server: ${drawnByServer.join(', ') || 'none'}`,
  );
  expect(compared.length).toBeGreaterThanOrEqual(30);
});
