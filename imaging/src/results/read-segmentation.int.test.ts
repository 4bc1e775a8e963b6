import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readResult } from '../index.ts';
import { DICOM_DATA, hasDicomData } from '../testing/samples.ts';

const tmp = mkdtempSync(join(tmpdir(), 'duai-seg-'));
afterAll(() => rmSync(tmp, { recursive: true, force: true }));
const SEG = join(DICOM_DATA, 'SEG');

if (!hasDicomData) console.log('data not present: segmentations of others are not read');

async function masksOf(name: string) {
  const { content } = readResult(new Uint8Array(readFileSync(join(SEG, name))), { isToBeShown: true });
  if (content.kind !== 'segmentation') throw new Error('no segmentation');
  const masks: Uint8Array[] = [];
  for (const index of content.frames.keys()) masks.push(await content.maskOf(index));
  return { ...content, masks };
}

it
  .runIf(hasDicomData)
  .each([
    ['highdicom__data__test_files__seg_image_ct_true_fractional.dcm'],
    ['highdicom__data__test_files__seg_image_ct_binary_fractional.dcm'],
  ])('a fractional segmentation is a mask where its shares reach half of the largest (%s)', async (name) => {
  const { frames, masks, isFractional, rows, columns } = await masksOf(name);
  expect(isFractional).toBe(true);
  // The same shares as DCMTK writes them, one byte a pixel.
  expect(spawnSync('dcmdump', ['-q', '+W', tmp, join(SEG, name)]).status).toBe(0);
  const [raw] = readdirSync(tmp).filter((file) => file.startsWith(name));
  const shares = readFileSync(join(tmp, raw!));
  expect(shares.length).toBeGreaterThanOrEqual(frames.length * rows * columns);
  const largest = shares.subarray(0, frames.length * rows * columns).reduce((most, share) => Math.max(most, share), 0);
  expect(largest).toBeGreaterThan(0);
  const dump = spawnSync('dcmdump', ['-q', '+P', '0062,000e', join(SEG, name)]).stdout.toString();
  const whole = Number(/US (\d+)/.exec(dump)![1]);
  for (const [index, mask] of masks.entries()) {
    const of = shares.subarray(index * rows * columns, (index + 1) * rows * columns);
    expect([...mask]).toEqual([...of].map((share) => (share > 0 && share >= whole / 2 ? 1 : 0)));
  }
  expect(() => readResult(new Uint8Array(readFileSync(join(SEG, name))))).toThrow('only binary segmentations');
});

it.runIf(hasDicomData).each(['deflate', 'rle', 'j2k', 'expb'])(
  'a compressed segmentation has the masks of its uncompressed twin (%s)',
  async (how) => {
    const plain = await masksOf('dcmqi__data__segmentations__liver.dcm');
    const packed = await masksOf(`pydicom-data__data_store__data__liver_${how}.dcm`);
    expect(packed.frames).toEqual(plain.frames);
    expect(packed.masks).toEqual(plain.masks);
    expect(plain.masks.some((mask) => mask.includes(1))).toBe(true);
  },
);
