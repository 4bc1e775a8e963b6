import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { imagePlaceOf } from '@duai/imaging';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallPhantom } from '../testing/samples.ts';
import { gridsOn } from '../testing/segmentation.ts';
import { readSegmentation, readVendorResult } from './read-vendor-result.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'duai-grids-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function grids() {
  const [file] = smallPhantom().files;
  const { header, files, runs } = await gridsOn(file!);
  const uid = header.sopInstanceUid!;
  const images = [[uid, imagePlaceOf(header, header)]] as const;
  const paths = await Promise.all(
    files.map(async ({ name, bytes }) => {
      const path = join(directory, name);
      await writeFile(path, bytes);
      return path;
    }),
  );
  return { uid, images, paths, runs, size: { columns: header.columns, rows: header.rows } };
}

it('a segmentation on a grid of its own lies on its image where it lies in the patient; one that lies elsewhere is named', async () => {
  const { uid, images, paths, runs, size } = await grids();
  const read = (await Promise.all(paths.map((path) => readSegmentation({ path, images })))).flat();
  const slices = [{ sopInstanceUid: uid, runs }];
  expect(read).toMatchObject([
    { label: 'part', ...size, slices, unplaced: [] },
    { label: 'turned', ...size, slices, unplaced: [] },
    { label: 'elsewhere', slices: [], unplaced: [uid] },
  ]);
  expect(read).toHaveLength(3);
});

it('a vendor’s masks lie on the images that were sent; one that lies elsewhere has no pixels', async () => {
  const { images, paths, runs, size } = await grids();
  const read = await Promise.all(paths.map((path) => readVendorResult({ path, images })));
  expect(read.map(({ content }) => content)).toMatchObject([
    { ...size, frames: [{ runs }] },
    { ...size, frames: [{ runs }] },
    { frames: [{ runs: null }] },
  ]);
});
