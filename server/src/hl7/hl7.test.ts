import { Hl7Message } from '@medplum/core';
import { expect, it } from 'vitest';
import { readAcknowledgement } from './acknowledgement.ts';
import { field, number, segment, text, timestamp } from './segments.ts';

it('what somebody wrote never becomes a segment, a field or the end of a message', () => {
  const hostile = 'A|B^C~D\\E&F\rMSA|AA|1\n\x0b\x1c\x7fG';
  const line = segment('OBX', { 3: field(hostile), 5: 'x' });
  expect(line).toBe('OBX|||A\\F\\B\\S\\C\\R\\D\\E\\E\\T\\F MSA\\F\\AA\\F\\1 G||x\r');
  const parsed = Hl7Message.parse(`MSH|^~\\&|D\r${line}`);
  expect(parsed.getAllSegments('OBX')).toHaveLength(1);
  expect(parsed.getSegment('MSA')).toBeUndefined();
  expect(text('100 % & mehr')).toBe('100 % \\T\\ mehr');
});

it('fields stand at their numbers, and numbers and times in the form of the standard', () => {
  const parsed = Hl7Message.parse(
    `${segment('MSH', { 2: '^~\\&', 9: 'ORU^R01', 12: '2.5.1' })}${segment('PID', { 3: field('7', null, null, null, 'PI') })}`,
  );
  expect(parsed.header.getField(9)?.toString()).toBe('ORU^R01');
  expect(parsed.header.getField(12)?.toString()).toBe('2.5.1');
  expect(parsed.getSegment('PID')?.getField(3)?.getComponent(5)).toBe('PI');
  expect([1e-7, -3.25, 1e21, 0].map(number)).toEqual(['0.0000001', '-3.25', '1000000000000000000000', '0']);
  expect(timestamp(new Date('2026-11-23T01:02:03.456Z'))).toBe('20261123010203+0000');
});

it('an acknowledgement counts for the message that it names, by its code', () => {
  const of = (lines: string) => readAcknowledgement(Buffer.from(lines), 'C1');
  expect(of('MSH|^~\\&|R\rMSA|AA|C1\r')).toEqual({ meaning: 'accepted', code: 'AA' });
  expect(of('MSH|^~\\&|R\rMSA|CA|C1\r')).toEqual({ meaning: 'accepted', code: 'CA' });
  expect(of('MSH|^~\\&|R\rMSA|AE|C1|Ayşe Yılmaz\rERR||PID^1|101^x|E\r')).toEqual({ meaning: 'error', code: 'AE 101' });
  expect(of('MSH|^~\\&|R\nMSA|AR|C1\nERR|||Ayşe\n')).toEqual({ meaning: 'rejected', code: 'AR' });
  for (const none of ['', 'MSA|AA|C1', 'MSH|^~\\&|R\rMSA|AA|C2\r', 'MSH|^~\\&|R\rMSA|XX|C1\r', 'MSH|^~\\&|R\r'])
    expect(of(none)).toBeNull();
});
