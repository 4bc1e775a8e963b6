import { expect, it } from 'vitest';
import { bytesSource } from '../files/byte-source.ts';
import { concatenate } from '../files/concatenate.ts';
import { openDataSet } from '../files/data-set.ts';
import { dataSetJson } from '../metadata/data-set-json.ts';
import { rowOfValues } from '../testing/row-of-values.ts';
import { type CorrectedPatient, correctPatient } from './correct-patient.ts';
import { correctPatientJson } from './correct-patient-json.ts';

const PATIENT: CorrectedPatient = {
  ...{ name: 'DOĞRU^Ayşe', patientId: 'RIGHT-1', birthDate: '19700102', sex: 'F' },
  at: '20261123100000+0000',
};
const FILE = rowOfValues([
  { tag: 0x00080005, vr: 'CS', value: 'ISO_IR 192' },
  { tag: 0x00100010, vr: 'PN', value: 'YANLIŞ^KİŞİ' },
  { tag: 0x00100020, vr: 'LO', value: 'WRONG-1' },
  { tag: 0x00100030, vr: 'DA', value: '19800101' },
  { tag: 0x00101000, vr: 'LO', value: 'OTHER' },
  { tag: 0x00101010, vr: 'AS', value: '046Y' },
  { tag: 0x00104000, vr: 'ST', value: 'of somebody else' },
  { tag: 0x10101004, vr: 'US', value: [7] },
]);

async function correctedFile(patient: CorrectedPatient): Promise<Uint8Array> {
  const { offset, encoding } = openDataSet(FILE).layout;
  const parts = [FILE.subarray(0, offset)];
  const chunks = (async function* () {
    yield FILE.subarray(offset);
  })();
  for await (const part of correctPatient(chunks, encoding, patient)) parts.push(part);
  return concatenate(parts);
}

it.each([
  ['another person', PATIENT],
  ['the same id', { ...PATIENT, patientId: 'WRONG-1' }],
  ['the same day of birth', { ...PATIENT, birthDate: '19800101' }],
  ['what is not known left empty', { ...PATIENT, name: null, birthDate: null, sex: null }],
])('says the same as the file that is given out: %s', async (_what, patient) => {
  const before = await dataSetJson(bytesSource(FILE));
  const after = correctPatientJson(before, patient);
  expect(JSON.parse(after)).toEqual(JSON.parse(await dataSetJson(bytesSource(await correctedFile(patient)))));
  expect(after).not.toBe(before);
});

it('keeps the order of tags, also of those that look like numbers', () => {
  const tags = [
    ...correctPatientJson('{"00080005":{"vr":"CS"},"10101004":{"vr":"US","Value":[7]}}', PATIENT).matchAll(
      /"([0-9A-F]{8})":\{/g,
    ),
  ]
    .map(([, tag]) => tag)
    .filter((tag) => !tag?.startsWith('0400'));
  expect(tags).toEqual(['00080005', '00100010', '00100020', '00100030', '00100040', '00100020', '10101004']);
});
