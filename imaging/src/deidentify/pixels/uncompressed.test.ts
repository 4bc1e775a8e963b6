import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { framesOf } from '../../pixels/decode.ts';
import { DICOM_DATA, hasDicomData } from '../../testing/samples.ts';
import { uncompressed } from './uncompressed.ts';

const MR = 'MR/pydicom__src__pydicom__data__test_files__MR_small';
const PYDICOM = 'pydicom__src__pydicom__data__test_files__';
const STORE = 'pydicom-data__data_store__data__';

const read = (path: string) => new Uint8Array(readFileSync(join(DICOM_DATA, path)));
const pixelsOf = async (file: Uint8Array) =>
  (await framesOf(file)).map(({ stored, photometricInterpretation }) => ({
    photometricInterpretation,
    bytes: Buffer.from(stored.buffer).toString('base64'),
  }));

if (!hasDicomData) console.log('data not present: nothing compressed to unpack');

it.runIf(hasDicomData).each([
  ['RLE, colour, 16 bits, two frames', `OT/${PYDICOM}SC_rgb_rle_16bit_2frame.dcm`],
  ['JPEG baseline, colour', `OT/${PYDICOM}SC_rgb_dcmtk_+eb+cy+np.dcm`],
  ['JPEG extended, 12 bits', `NM/${PYDICOM}JPEG-lossy.dcm`],
  ['JPEG lossless', `OT/${PYDICOM}SC_rgb_jpeg_gdcm.dcm`],
  ['JPEG-LS', `${MR}_jpeg_ls_lossless.dcm`],
  ['JPEG-LS, many frames', 'SM/highdicom__data__test_files__sm_image_jpegls.dcm'],
  ['JPEG-LS with loss', `OTHER/${PYDICOM}SC_rgb_jls_lossy_sample.dcm`],
  ['JPEG 2000', `${MR}_jp2klossless.dcm`],
  ['JPEG 2000 with loss', `OT/${PYDICOM}SC_rgb_gdcm_KY.dcm`],
  ['HTJ2K', `OTHER/${STORE}HTJ2K_08_RGB.dcm`],
])('%s is unpacked to the same pixels', async (_, path) => {
  const before = read(path);
  const after = await uncompressed(before);
  expect(await pixelsOf(after)).toEqual(await pixelsOf(before));
  const [was, is] = [(await framesOf(before))[0]!.header, (await framesOf(after))[0]!.header];
  expect([is.transferSyntaxUid, is.pixelData.isEncapsulated]).toEqual(['1.2.840.10008.1.2.1', false]);
  expect([is.sopInstanceUid, is.seriesInstanceUid, is.patientKey]).toEqual([
    was.sopInstanceUid,
    was.seriesInstanceUid,
    was.patientKey,
  ]);
});

it.runIf(hasDicomData)('what is not compressed stays as it is', async () => {
  const file = read(`${MR}_implicit.dcm`);
  expect(await uncompressed(file)).toBe(file);
});

it.runIf(hasDicomData).each([
  ['single bits', 'SEG/pydicom-data__data_store__data__liver_rle.dcm'],
  ['a data set without explicit value representations', `OT/${PYDICOM}SC_rgb_jpeg.dcm`],
])('%s is refused', async (_, path) => {
  await expect(uncompressed(read(path))).rejects.toThrow('cannot be unpacked');
});
