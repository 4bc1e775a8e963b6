import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ElementReader, writeElement } from '../deidentify/profile/elements.ts';
import { concatenate } from '../files/concatenate.ts';
import { openDataSet } from '../files/data-set.ts';
import { DEFLATED_LE, type Encoding } from '../files/layout.ts';
import { DICOM_DATA, hasDicomData } from '../testing/samples.ts';
import { encodeText } from '../text/encode-text.ts';
import { type CorrectedPatient, correctPatient } from './correct-patient.ts';
import { readPatientIdentity } from './patient-identity.ts';

const PATIENT: CorrectedPatient = {
  ...{ name: 'DOĞRU^Ayşe', patientId: 'RIGHT-1', birthDate: '19700102', sex: 'F' },
  at: '20261123100000+0000',
};

/** In pieces of odd sizes, as a disk or a network gives them. */
async function* pieces(bytes: Uint8Array, size = 977) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function corrected(dataSet: Uint8Array, encoding: Encoding, patient = PATIENT): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of correctPatient(pieces(dataSet), encoding, patient)) parts.push(part);
  return concatenate(parts);
}
/** Each element at the top level: its hash by its tag. */
function elementsOf(dataSet: Uint8Array, encoding: Encoding): Map<string, string> {
  const reader = new ElementReader(dataSet, encoding);
  const found = new Map<string, string>();
  for (let at = 0; at < dataSet.length; ) {
    const element = reader.elementAt(at);
    at = reader.endOf(element, 0);
    found.set(
      element.tag.toString(16).padStart(8, '0'),
      createHash('sha256').update(dataSet.subarray(element.begin, at)).digest('hex'),
    );
  }
  return found;
}
const CHANGED = /^(0010(0010|0020|0030|0040)|04000561|00080005)$/;
const REMOVED =
  /^(00100000|04000000|00080000|0010(002[1-6]|0032|0050|0101|1000|1001|1002|1005|1010|1040|1060|1080|1081|1090|1100|215[0245]|2160|21f0|229[789]|4000))$/;

async function* files(dir: string): AsyncGenerator<string> {
  for (const entry of await readdir(dir, { withFileTypes: true }))
    if (entry.isDirectory()) yield* files(join(dir, entry.name));
    else yield join(dir, entry.name);
}

it.skipIf(!hasDicomData)(
  'gives every real file out with the corrected patient, and every other attribute byte for byte',
  async () => {
    let count = 0;
    for await (const path of files(DICOM_DATA)) {
      const bytes = new Uint8Array(await readFile(path));
      let before: Map<string, string>;
      let open: ReturnType<typeof openDataSet>;
      try {
        open = openDataSet(bytes);
        if (open.layout.transferSyntaxUid === DEFLATED_LE || open.bytes.length > 20_000_000) continue;
        before = elementsOf(bytes.subarray(open.layout.offset), open.layout.encoding);
      } catch {
        continue;
      }
      const { offset, encoding } = open.layout;
      const out = await corrected(bytes.subarray(offset), encoding);
      const after = elementsOf(out, encoding);
      const different = [...new Set([...before.keys(), ...after.keys()])].filter(
        (tag) => before.get(tag) !== after.get(tag) && !CHANGED.test(tag) && !REMOVED.test(tag),
      );
      expect([path, different]).toEqual([path, []]);
      expect([...after.keys()]).toEqual([...after.keys()].sort());
      const again = openDataSet(concatenate([bytes.subarray(0, offset), out]));
      const told = readPatientIdentity(again);
      expect([path, told]).toEqual([
        path,
        expect.objectContaining({ patientId: 'RIGHT-1', birthDate: '19700102', sex: 'F' }),
      ]);
      expect(['DOĞRU^Ayşe', 'DOGRU^Ayse']).toContain(told.name);
      count += 1;
    }
    expect(count).toBeGreaterThan(100);
  },
  120_000,
);

const element = (tag: number, vr: string, text: string, encoding: Encoding = 'explicit-le') =>
  writeElement(tag, vr, new TextEncoder().encode(text.length % 2 === 0 ? text : `${text} `), encoding);
const former = [
  element(0x00080060, 'CS', 'CT'),
  element(0x00100010, 'PN', 'FALSCH^ANNA'),
  element(0x00100020, 'LO', 'WRONG-1'),
  element(0x00100030, 'DA', '19500101'),
  element(0x00101000, 'LO', 'OTHER-7'),
  element(0x00101010, 'AS', '075Y'),
  element(0x00101030, 'DS', '70'),
  element(0x00200010, 'SH', 'S1'),
];
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

it('keeps what was told before in the Original Attributes Sequence, and drops what names the former person', async () => {
  // A group length, which would be wrong.
  const length = writeElement(0x00100000, 'UL', new Uint8Array(4), 'explicit-le');
  const out = await corrected(concatenate([...former.slice(0, 1), length, ...former.slice(1)]), 'explicit-le');
  const { dataSet } = openDataSet(concatenate([new Uint8Array(0), out]));
  expect(dataSet.elements.x00100000).toBeUndefined();
  expect(dataSet.string('x00101000')).toBeUndefined();
  expect(dataSet.string('x00101010')).toBeUndefined();
  expect(dataSet.string('x00101030')).toBe('70');
  const [item] = dataSet.elements.x04000561?.items ?? [];
  const [old] = item?.dataSet?.elements.x04000550?.items ?? [];
  expect(old?.dataSet?.string('x00100010')).toBe('FALSCH^ANNA');
  expect(old?.dataSet?.string('x00100020')).toBe('WRONG-1');
  expect(old?.dataSet?.string('x00101000')).toBe('OTHER-7');
  expect([item?.dataSet?.string('x04000565'), item?.dataSet?.string('x04000563')]).toEqual(['CORRECT', 'DUAI']);
  // Corrected once more, both are told.
  const twice = await corrected(out, 'explicit-le', { ...PATIENT, patientId: 'RIGHT-2' });
  expect(openDataSet(twice).dataSet.elements.x04000561?.items).toHaveLength(2);
});

it('keeps other identifiers of the same person where the name alone was wrong', async () => {
  const same = { ...PATIENT, patientId: 'WRONG-1', birthDate: '19500101' };
  const { dataSet } = openDataSet(await corrected(concatenate(former), 'explicit-le', same));
  expect([dataSet.string('x00101000'), dataSet.string('x00101010')]).toEqual(['OTHER-7', '075Y']);
});

it('holds no value in memory: a file whose header has a long value is given on as it comes', async () => {
  const long = writeElement(0x00091010, 'OB', new Uint8Array(3_000_000), 'explicit-le');
  const pixels = writeElement(0x7fe00010, 'OW', new Uint8Array(3_000_000), 'explicit-le');
  let read = 0;
  async function* counted() {
    for await (const piece of pieces(concatenate([long, ...former.slice(1), pixels]), 65_536)) {
      read += piece.length;
      yield piece;
    }
  }
  let given = 0;
  let most = 0;
  for await (const part of correctPatient(counted(), 'explicit-le', PATIENT)) {
    most = Math.max(most, read - given);
    given += part.length;
  }
  expect(most).toBeLessThan(200_000);
});

it('writes names in the character set of the file, or says another one where the file has ASCII alone', () => {
  const written = (name: string, set: string) => {
    const { bytes, characterSet } = encodeText(name, set);
    return [text(bytes), characterSet];
  };
  expect(written('MULLER^ANNA', 'ISO_IR 100')).toEqual(['MULLER^ANNA', undefined]);
  expect(written('Müller', 'ISO_IR 100')).toEqual(['M\xfcller', undefined]);
  expect(written('Doğan', 'ISO_IR 148')).toEqual(['Do\xf0an', undefined]);
  expect(written('Doğan', 'ISO_IR 100')).toEqual(['Dogan', undefined]);
  expect(written('Ñúñez', 'ISO 2022 IR 6\\ISO 2022 IR 100')).toEqual(['Nunez', undefined]);
  expect(written('Doğan', '')).toEqual([text(new TextEncoder().encode('Doğan')), 'ISO_IR 192']);
  expect(written('Doğan', 'ISO_IR 192')).toEqual([text(new TextEncoder().encode('Doğan')), undefined]);
  expect(written('山田', 'ISO_IR 100')).toEqual(['??', undefined]);
});

it('fails where the file ends within its header', async () => {
  const cut = concatenate(former).subarray(0, 95);
  await expect(corrected(cut, 'explicit-le')).rejects.toMatchObject({ code: 'TRUNCATED' });
});
