import type { SeriesInfo } from '@duai/algorithms';
import { decodeFrame } from '@duai/imaging';
import { expect, it } from 'vitest';
import { smallPhantom } from '../../../testing/samples.ts';
import { sentSeriesOf } from './sent-images.ts';

it('images are known with the place in the patient that their file states, in the frame of reference that the vendor was told', async () => {
  const [file] = smallPhantom().files;
  const { header } = await decodeFrame(file!.bytes);
  const { columns, rows, sopInstanceUid, seriesInstanceUid, frameOfReferenceUid } = header;
  const image = { kind: 'dicom' as const, header, sopInstanceUid, name: 'one', columns, rows, frames: 1 };
  const series: SeriesInfo = {
    ...{ seriesInstanceUid, declaredModality: null, declaredBodyPart: null, declaredAgeYears: null },
    instances: [image],
  };
  const placeOf = (key: string | null) => [...sentSeriesOf(series, key).images.values()][0]?.place;
  const place = {
    ...{ columns, rows, positionMm: header.imagePositionPatientMm, orientation: header.imageOrientationPatient },
    ...{ spacingMm: header.pixelSpacingMm, sliceDistanceMm: 10 },
  };
  expect(placeOf(null)).toEqual({ ...place, frameOfReferenceUid });
  const told = placeOf('ab'.repeat(32));
  expect(told).toMatchObject(place);
  expect(told?.frameOfReferenceUid).toMatch(/^[\d.]+$/);
  expect(told?.frameOfReferenceUid).not.toBe(frameOfReferenceUid);
});
