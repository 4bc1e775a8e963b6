import { IMAGING_LIMITS } from '@duai/imaging';
import { expect, it } from 'vitest';
import { decodeLimitMs } from './decode-limit.ts';

it('gives up an ordinary slice soon, and leaves time for a large file', () => {
  expect(decodeLimitMs({ sizeBytes: 526_000, rows: 512, columns: 512 })).toBeLessThan(11_000);
  const mammogram = { sizeBytes: 27e6, rows: 4096, columns: 3328 };
  expect(decodeLimitMs(mammogram)).toBeGreaterThan(20_000);
  const side = Math.sqrt(IMAGING_LIMITS.framePixels);
  const largest = { sizeBytes: IMAGING_LIMITS.fileBytes, rows: side, columns: side };
  expect(decodeLimitMs(largest)).toBeGreaterThan(60_000);
  expect(decodeLimitMs(largest)).toBeLessThan(200_000);
  expect(decodeLimitMs({ sizeBytes: 1000, rows: null, columns: null })).toBeGreaterThanOrEqual(10_000);
});
