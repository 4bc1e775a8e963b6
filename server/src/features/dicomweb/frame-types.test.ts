import { expect, it } from 'vitest';
import { acceptedFrames } from './frame-types.ts';

it.each([
  [undefined, 1, 'related'],
  ['*/*', 3, 'related'],
  ['multipart/related; type="application/octet-stream"', 1, 'related'],
  ['multipart/related; type="application/octet-stream"; transfer-syntax=*', 2, 'related'],
  ['multipart/related; type="application/octet-stream"; transfer-syntax=1.2.840.10008.1.2.1', 2, 'related'],
  ['multipart/related; type="image/jp2", multipart/related; type="application/octet-stream"', 1, 'related'],
  ['application/octet-stream', 1, 'single'],
  ['application/octet-stream', 2, undefined],
  ['multipart/related; type="image/jp2"', 1, undefined],
  ['multipart/related; type="application/octet-stream"; transfer-syntax=1.2.840.10008.1.2.4.90', 1, undefined],
  ['image/png', 1, undefined],
])('a caller that accepts %s gets %d frames as %s', (accept, frames, form) => {
  expect(acceptedFrames(accept, frames)).toBe(form);
});
