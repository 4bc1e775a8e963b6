import { expect, it } from 'vitest';
import { paintPlane, planeFrameOn, planesIn } from './overlay-planes.ts';

const IMAGE = { '00280010': { vr: 'US', Value: [8] }, '00280011': { vr: 'US', Value: [10] } };
const PLANE = {
  '60020010': { vr: 'US', Value: [2] },
  '60020011': { vr: 'US', Value: [3] },
  '60020050': { vr: 'SS', Value: [4, -1] },
  '60021500': { vr: 'LO', Value: ['Lines'] },
  '60023000': { vr: 'OW' },
};

it('overlays are read from the metadata of an image, with the size of the image that they lie on', () => {
  const [plane, ...others] = planesIn({ ...IMAGE, ...PLANE });
  expect(others).toEqual([]);
  expect(plane).toEqual({
    group: 0x6002,
    rows: 2,
    columns: 3,
    row: 4,
    column: -1,
    frames: null,
    firstFrame: 1,
    label: 'Lines',
    image: { rows: 8, columns: 10 },
  });
  expect(planesIn(IMAGE)).toEqual([]);
  // Groups above 601E are none of overlays.
  expect(planesIn({ ...IMAGE, '60203000': { vr: 'OW' }, '60200010': PLANE['60020010'] })).toEqual([]);
});

it('an overlay of one frame lies on all frames of its image, one of several on those that it names', () => {
  const [all] = planesIn({ ...IMAGE, ...PLANE });
  expect([0, 7].map((frame) => planeFrameOn(all!, frame))).toEqual([0, 0]);
  const several = {
    ...PLANE,
    '60020015': { vr: 'IS', Value: ['2'] },
    '60020051': { vr: 'US', Value: [3] },
  };
  const [some] = planesIn({ ...IMAGE, ...several });
  expect([0, 1, 2, 3, 4].map((frame) => planeFrameOn(some!, frame))).toEqual([null, null, 0, 1, null]);
});

it('its bits are drawn from the least significant one, and the second frame begins within a byte', () => {
  const [plane] = planesIn({ ...IMAGE, ...PLANE });
  const drawn = (bits: number[], frame: number) => {
    const words = new Uint32Array(6);
    paintPlane(Uint8Array.from(bits), plane!, frame, words);
    return [...words].map((word) => (word ? 1 : 0));
  };
  expect(drawn([0b0010_0001], 0)).toEqual([1, 0, 0, 0, 0, 1]);
  expect(drawn([0b1100_0000, 0b0000_1001], 1)).toEqual([1, 1, 1, 0, 0, 1]);
});
