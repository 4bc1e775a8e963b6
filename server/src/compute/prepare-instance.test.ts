import { readFile } from 'node:fs/promises';
import { ImagingError } from '@duai/imaging';
import { expect, it } from 'vitest';
import { isOurFailure } from './prepare-instance.ts';

it('tells a file that cannot be read from a process that ran out of something', async () => {
  const missing = await readFile('/nowhere/at/all').catch((error: unknown) => error);
  const noMemory = new RangeError('Array buffer allocation failed');
  expect(isOurFailure(missing)).toBe(true);
  expect(isOurFailure(noMemory)).toBe(true);
  expect(isOurFailure(new ImagingError('NOT_READABLE', 'the data cannot be decoded', { cause: noMemory }))).toBe(true);
  expect(isOurFailure(new Error('Aborted(OOM)'))).toBe(true);
  expect(isOurFailure(new ImagingError('TRUNCATED', 'the file ends within its header'))).toBe(false);
  expect(isOurFailure(new Error('VipsJpeg: premature end of JPEG image'))).toBe(false);
});
