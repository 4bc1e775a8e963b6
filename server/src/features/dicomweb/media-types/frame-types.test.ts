import { expect, it } from 'vitest';
import { acceptedFrames } from './frame-types.ts';

const JLS = '1.2.840.10008.1.2.4.80';
const JP2 = '1.2.840.10008.1.2.4.91';

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
  expect(acceptedFrames(accept, frames)?.form).toBe(form);
});

it.each([
  ['multipart/related; type="image/jls"', JLS, JLS],
  [`multipart/related; type="image/jls"; transfer-syntax=${JLS}`, JLS, JLS],
  [`image/jls; transfer-syntax=${JLS}`, JLS, JLS],
  ['multipart/related; type="image/jp2"; transfer-syntax=*', JP2, JP2],
  // A media type alone means the lossless syntax, which this is not.
  ['multipart/related; type="image/jp2"', JP2, undefined],
  ['multipart/related; type="image/jls"', JP2, undefined],
  [`multipart/related; type="image/jls"; transfer-syntax=${JP2}`, JP2, undefined],
  // In the order of the client; what is given where any syntax will do is decoded.
  ['multipart/related; type="image/jls", */*', JLS, JLS],
  ['*/*, multipart/related; type="image/jls"', JLS, '1.2.840.10008.1.2.1'],
  ['multipart/related; type="application/octet-stream"; transfer-syntax=*', JLS, '1.2.840.10008.1.2.1'],
])('a caller that accepts %s of frames stored as %s gets them as %s', (accept, stored, given) => {
  expect(acceptedFrames(accept, 1, stored)?.transferSyntaxUid).toBe(given);
});
