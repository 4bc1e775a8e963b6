import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeCommand, parseCommand } from './command-set.ts';

it('reads a command as it was written', () => {
  const command = {
    affectedSopClassUid: '1.2.840.10008.1.1',
    commandField: 0x0021,
    messageId: 7,
    moveDestination: 'ARCHIVE',
    priority: 0,
    dataSetType: 0x0102,
    status: 0xff00,
    errorComment: 'No scans are left in this trial',
    remaining: 1,
    completed: 2,
    failed: 3,
    warning: 4,
  };
  expect(parseCommand(encodeCommand(command))).toEqual(command);
});

it('begins with the length of the group, in Implicit VR Little Endian', () => {
  const bytes = encodeCommand({ commandField: 0x0030, messageId: 1, dataSetType: 0x0101 });
  expect(bytes.subarray(0, 12).toString('hex')).toBe('00000000040000001e000000');
  expect(bytes.length).toBe(12 + 0x1e);
});

it('takes elements that it does not know', () => {
  const unknown = Buffer.from([0, 0, 0x03, 0x09, 2, 0, 0, 0, 1, 0]);
  const known = encodeCommand({ commandField: 0x8001, dataSetType: 0x0101 });
  expect(parseCommand(Buffer.concat([known, unknown]))).toEqual({ commandField: 0x8001, dataSetType: 0x0101 });
});

it('does not read beyond what came, whatever lengths it says', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), fc.nat(255), (noise, at, byte) => {
      const bytes = encodeCommand({
        commandField: 0x0001,
        messageId: 1,
        dataSetType: 0,
        affectedSopInstanceUid: '1.2.3',
      });
      bytes[at % bytes.length] = byte;
      for (const given of [Buffer.from(noise), bytes]) {
        try {
          expect(typeof parseCommand(given).commandField).toBe('number');
        } catch (error) {
          expect(String(error)).toMatch(/command/);
        }
      }
    }),
  );
});
