import { describe, expect, it } from 'vitest';
import { readDataSet, textIn, writeDataSet } from './data-set.ts';
import { EXPLICIT_LE, IMPLICIT_LE } from './uids.ts';

const REFERENCES = {
  '00081195': { vr: 'UI', Value: ['2.25.1'] },
  '00081199': {
    vr: 'SQ',
    Value: [
      { '00081150': { vr: 'UI', Value: ['1.2.840.10008.5.1.4.1.1.2'] }, '00081155': { vr: 'UI', Value: ['2.25.7'] } },
      { '00081155': { vr: 'UI', Value: ['2.25.8'] }, '00081197': { vr: 'US', Value: [0x0112] } },
    ],
  },
  '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Öz^Ayşe', Ideographic: '小津' }] },
  '00201208': { vr: 'IS', Value: [12] },
  '00080061': { vr: 'CS', Value: ['CT', 'SR'] },
};
const utf8 = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');

describe.each([IMPLICIT_LE, EXPLICIT_LE])('a data set in %s', (syntax) => {
  it('is read as it was written', () => {
    const read = readDataSet(writeDataSet(REFERENCES, syntax), syntax);
    expect([...read.keys()]).toEqual(['00080061', '00081195', '00081199', '00100010', '00201208']);
    expect(textIn(read, '00081195')).toBe('2.25.1');
    expect(textIn(read, '00080061')).toBe('CT\\SR');
    expect(textIn(read, '00100010', utf8)).toBe('Öz^Ayşe=小津');
    const items = read.get('00081199')!.items;
    expect(items.map((item) => textIn(item, '00081155'))).toEqual(['2.25.7', '2.25.8']);
    expect(items[1]!.get('00081197')!.bytes.readUInt16LE()).toBe(0x0112);
  });

  it('that is cut off anywhere is refused or read as far as it goes, and never beyond', () => {
    const whole = writeDataSet(REFERENCES, syntax);
    for (let end = 0; end < whole.length; end += 1) {
      try {
        readDataSet(whole.subarray(0, end), syntax);
      } catch (error) {
        expect([end, String(error)]).toEqual([end, expect.stringMatching(/^Error: (a|an) /)]);
      }
    }
  });
});

it('reads sequences and items of undefined length', () => {
  const [delimited, itemEnd, sequenceEnd] = ['ffffffff', 'feff0de000000000', 'feffdde000000000'];
  const inner = `08005511${'5549'}0600${Buffer.from('2.25.9').toString('hex')}`;
  const bytes = Buffer.from(
    `08009911${'5351'}0000${delimited}feff00e0${delimited}${inner}${itemEnd}${sequenceEnd}`,
    'hex',
  );
  const read = readDataSet(bytes, EXPLICIT_LE);
  expect(read.get('00081199')!.items.map((item) => textIn(item, '00081155'))).toEqual(['2.25.9']);
});

it('refuses sequences in sequences without end', () => {
  const sequence = Buffer.from('0800991153510000ffffffff', 'hex');
  const item = Buffer.from('feff00e0ffffffff', 'hex');
  const bytes = Buffer.concat(Array.from({ length: 50_000 }, () => Buffer.concat([sequence, item])));
  expect(() => readDataSet(bytes, EXPLICIT_LE)).toThrow('nested too deeply');
});
