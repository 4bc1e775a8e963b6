import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bytesSource } from '../files/byte-source.ts';
import { DICOM_DATA, hasDicomData } from '../testing/samples.ts';
import { bulkValue } from './bulk-value.ts';
import { BULK_PLACE, dataSetJson } from './data-set-json.ts';

const run = promisify(execFile);
type Attribute = { vr: string; Value?: unknown[]; InlineBinary?: string; BulkDataURI?: string };
type DataSet = Record<string, Attribute>;

/** Uncompressed ones, which dcm2json takes: implicit, big endian, deflated, enhanced, segmentations, with private sequences. */
const FILES = [
  'CT/dcmqi__data__segmentations__24x38x3__multiframe__mf.dcm',
  'CT/pydicom__src__pydicom__data__test_files__CT_small.dcm',
  'MR/dcmjs-dimse__datasets__ebe.dcm',
  'MR/pydicom__src__pydicom__data__test_files__MR_small_bigendian.dcm',
  'MR/pydicom__src__pydicom__data__test_files__MR_small_implicit.dcm',
  'MR/pydicom-data__data_store__data__MR-SIEMENS-DICOM-WithOverlays.dcm',
  'SEG/dcmqi__data__segmentations__liver.dcm',
  'SEG/highdicom__data__test_files__seg_image_ct_true_fractional.dcm',
  'SM/highdicom__data__test_files__sm_image_control.dcm',
  'SYNTH/ct_turkish_deflated.dcm',
];

if (!hasDicomData) console.log('data not present: data sets as JSON are not compared with those of dcm2json');

it.runIf(hasDicomData).each(FILES)('the data set of %s as JSON is what dcm2json makes of it', async (name) => {
  const path = join(DICOM_DATA, name);
  const file = bytesSource(new Uint8Array(await readFile(path)));
  const text = await dataSetJson(file);
  const places = text
    .split(BULK_PLACE)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('"')));
  // What they call a private element depends on a dictionary of makers, which is none of the standard.
  const { stdout } = await run('dcm2json', ['-q', '-ee', '-fc', path], {
    env: { ...process.env, DCMDICTPATH: '/usr/share/libdcmtk17/dicom.dic' },
    maxBuffer: 256 * 1024 * 1024,
  });
  const octets = new Map<string, string>();
  expect(comparable(JSON.parse(text) as DataSet)).toEqual(
    comparable(JSON.parse(stdout) as DataSet, octets, new Set(places)),
  );
  for (const place of places.filter((one) => one !== '7FE00010'))
    expect(Buffer.from((await bulkValue(file, place)) ?? []).toString('base64'), place).toBe(octets.get(place));
});

/** Describes stored pixels here, given ones there. */
const OF_PIXELS = /^(00280002|00280004|00280006|0028010[0-3])$/;

/** Without what may differ: padding, digits of a single float, and large values, which are collected by their place. */
function comparable(
  dataSet: DataSet,
  octets: Map<string, string> = new Map(),
  large: ReadonlySet<string> = new Set(),
  path = '',
): DataSet {
  return Object.fromEntries(
    Object.entries(dataSet)
      .filter(
        ([tag]) =>
          !(
            tag.startsWith('0002') ||
            tag === 'FFFCFFFC' ||
            tag.endsWith('0000') ||
            (path === '' && OF_PIXELS.test(tag))
          ),
      )
      .map(([tag, { vr, Value, InlineBinary, BulkDataURI }]): [string, Attribute] => {
        const place = path + tag;
        if (BulkDataURI || large.has(place)) {
          octets.set(place, InlineBinary ?? '');
          return [tag, { vr, BulkDataURI: place }];
        }
        if (tag === '00080005') return [tag, { vr }];
        if (vr === 'SQ')
          return [
            tag,
            {
              vr,
              Value: Value?.map((item, at) => comparable(item as DataSet, octets, large, `${place}.${at + 1}.`)) ?? [],
            },
          ];
        if (InlineBinary !== undefined) return [tag, { vr, InlineBinary }];
        const values = (Value ?? []).map((value) => plain(value, vr));
        return [tag, { vr, Value: values.every((value) => value === null) ? [] : values }];
      }),
  );
}

function plain(value: unknown, vr: string): unknown {
  if (vr === 'FL') return Math.fround(Number(value));
  if (vr === 'FD') return Number(Number(value).toPrecision(12));
  // Zero has no sign in JSON.
  if ((vr === 'DS' || vr === 'IS') && value !== null) return Number(value) + 0;
  if (vr === 'PN' && value) {
    const names = Object.entries(value as Record<string, string>).map(([group, name]) => [
      group,
      name.replace(/[\^\s]+$/, ''),
    ]);
    return names.every(([, name]) => name === '') ? null : Object.fromEntries(names);
  }
  return typeof value === 'string' ? value.trim() : value;
}
