import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decodeFrame, defaultWindow } from '../index.ts';
import { DICOM_DATA, hasDicomData } from '../testing/samples.ts';

if (!hasDicomData) console.log('data not present: uptake is not computed');

/**
 * Computed by hand from the output of dcmdump: 2^(−elapsed / half-life) of the dose is left when the scan starts, and SUV is
 * activity per ml times body weight in grams, divided by it. Both files are BQML, corrected to START, with ATTN and DECY.
 */
it.runIf(hasDicomData).each([
  {
    file: 'PT/dicom__testdata__1.dcm',
    // 14:17:00 to 15:23:16.921; 69.7344 kg; 178,340,011.59668 Bq; 6,586.2 s: 69,734.4 / (178,340,011.59668 · 0.658003)
    byHand: 5.94248e-4,
  },
  {
    file: 'PT/fo-dicom__Tests__FO-DICOM.Tests__Test_Data__GH184.dcm',
    // 09:32:00 to 11:00:36; 90 kg; 474,592,928 Bq; 6,588 s: 90,000 / (474,592,928 · 0.571592)
    byHand: 3.31769e-4,
  },
])('$file opens in SUV 0 to 5, with the uptake computed by hand', async ({ file, byHand }) => {
  const frame = await decodeFrame(await readFile(join(DICOM_DATA, file)));
  expect(frame.header.suvFactor! / byHand).toBeCloseTo(1, 4);
  const { center, width } = defaultWindow(frame);
  expect([center * byHand, width * byHand].map((suv) => suv.toFixed(2))).toEqual(['2.50', '5.00']);
});
