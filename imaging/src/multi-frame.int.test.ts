import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildVolume, framesOf } from './index.ts';
import { DICOM_DATA, hasDicomData } from './testing/samples.ts';

if (!hasDicomData) console.log('data not present: no multi-frame volume is built');

const read = async (name: string) =>
  framesOf(await readFile(join(DICOM_DATA, 'CT', `dcmqi__data__segmentations__${name}`)));

it.runIf(hasDicomData).each(['23x38x3', '24x38x3'])(
  'a CT that was converted to one enhanced multi-frame file gives the volume of its slices (%s)',
  async (size) => {
    const classic = buildVolume(
      (await Promise.all([1, 2, 3].map((slice) => read(`${size}__image__IMG000${slice}.dcm`)))).flat(),
    );
    const enhanced = buildVolume(await read(`${size}__multiframe__mf.dcm`));
    expect([enhanced.columns, enhanced.rows, enhanced.slices].join('x')).toBe(size);
    expect(enhanced.values).toEqual(classic.values);
    expect(enhanced.values.some((value) => value !== 0)).toBe(true);
    expect(enhanced.spacingMm).toEqual(classic.spacingMm);
    expect(enhanced.headers.map((header) => header.imagePositionPatientMm)).toEqual(
      classic.headers.map((header) => header.imagePositionPatientMm),
    );
  },
);
