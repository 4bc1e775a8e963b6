import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePart10 } from '@duai/imaging';
import { afterAll, expect, it } from 'vitest';
import { isIdentifying } from './held-back.ts';

const path = join(tmpdir(), `duai-held-back-${process.pid}.dcm`);
afterAll(() => rm(path, { force: true }));

const CT = '1.2.840.10008.5.1.4.1.1.2';
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';
const MULTI_FRAME_CAPTURE = '1.2.840.10008.5.1.4.1.1.7.4';
const ENCAPSULATED_PDF = '1.2.840.10008.5.1.4.1.1.104.1';

it.each([
  [CT, undefined, false],
  [CT, 'NO', false],
  [CT, 'YES', true],
  [SECONDARY_CAPTURE, undefined, true],
  [SECONDARY_CAPTURE, 'NO', false],
  [MULTI_FRAME_CAPTURE, undefined, true],
  [ENCAPSULATED_PDF, undefined, true],
])('an image of class %s with burnt-in annotation %s does not leave the house: %s', async (sopClass, said, isHeld) => {
  const file = writePart10([
    { tag: 0x00080016, vr: 'UI', value: sopClass },
    { tag: 0x00080018, vr: 'UI', value: '2.25.1' },
    { tag: 0x0020000d, vr: 'UI', value: '2.25.2' },
    ...(said ? [{ tag: 0x00280301, vr: 'CS' as const, value: said }] : []),
    { tag: 0x7fe00010, vr: 'OW', value: new Uint8Array(2) },
  ]);
  await writeFile(path, file);
  expect(await isIdentifying(path)).toBe(isHeld);
});
