import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { decodeFrame, frameBytes, plainFrameBytes, plainPlaceOf } from '../../index.ts';
import { rowOfValues } from '../../testing/row-of-values.ts';
import { hasDicomData, samplesOfEverySyntax } from '../../testing/samples.ts';

if (!hasDicomData) console.log('data not present: plain frames are not compared with decoded ones');

it.runIf(hasDicomData)(
  'plain frames read from their places are what the decoder gives, and no compressed or swapped one is plain',
  async () => {
    let plain = 0;
    for (const { path, name, transferSyntaxUid } of samplesOfEverySyntax(40)) {
      const file = await readFile(path);
      const { header } = await decodeFrame(file);
      const last = header.frames - 1;
      const place = plainPlaceOf(header, last);
      if (!place) continue;
      expect(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1'], name).toContain(transferSyntaxUid);
      const bytes = plainFrameBytes(header, file.subarray(place.start, place.end + 1));
      expect(Buffer.compare(bytes, frameBytes(await decodeFrame(file, last))), name).toBe(0);
      plain += 1;
    }
    expect(plain).toBeGreaterThan(30);
  },
  120_000,
);

it('a frame is not plain beyond the end of its file, in another byte order, or where a table gives its colours', async () => {
  const { header } = await decodeFrame(rowOfValues([]));
  expect(plainPlaceOf(header, 0)).toEqual({ start: header.pixelData.offset, end: header.pixelData.offset + 255 });
  expect(plainPlaceOf(header, 1)).toBeNull();
  for (const change of [
    { transferSyntaxUid: '1.2.840.10008.1.2.2' },
    { transferSyntaxUid: '1.2.840.10008.1.2.1.99' },
    { photometricInterpretation: 'PALETTE COLOR' },
    { samplesPerPixel: 3, photometricInterpretation: 'YBR_FULL' },
    { bitsAllocated: 32 },
    { bitsAllocated: 1 },
    { pixelData: { ...header.pixelData, isEncapsulated: true } },
    { pixelData: { ...header.pixelData, length: 255 } },
  ])
    expect(plainPlaceOf({ ...header, ...change }, 0), JSON.stringify(change)).toBeNull();
});
