import { decodeRuns, encodeRuns, type marks, type Overlay } from '@duai/contract';
import { expect, it } from 'vitest';
import { afterStroke, correctedOverlays, draftOfEdits, editsOfDraft, type MaskEdits, withEdits } from './mask-edits.ts';

const SIDE = 8;
const overlay: Overlay = {
  code: 'LUNG',
  columns: SIDE,
  rows: SIDE,
  slices: [{ sopInstanceUid: 'a', runs: encodeRuns(new Uint8Array(SIDE * SIDE).fill(1, 0, SIDE)) }],
};
const NONE = undefined;
const point = { image: 'a', frame: 0, from: { x: 4, y: 4 }, to: { x: 4, y: 4 } };
const pixelsOf = (edits: MaskEdits | undefined, image = 'a', frame?: number) => {
  const slice = withEdits(overlay, edits).slices.find(
    (one) => one.sopInstanceUid === image && (one.frame ?? 0) === (frame ?? 0),
  );
  return decodeRuns(slice?.runs ?? '', SIDE * SIDE).reduce((sum, pixel) => sum + pixel, 0);
};

it('a stroke of the brush sets the pixels along it, the eraser takes them out, and no other slice changes', () => {
  const dot = afterStroke(overlay, NONE, { isErasing: false, radius: 1 }, point);
  expect(pixelsOf(dot)).toBe(SIDE + 4);
  const line = afterStroke(
    overlay,
    dot,
    { isErasing: false, radius: 0.6 },
    { ...point, from: { x: 1.5, y: 6.5 }, to: { x: 5.5, y: 6.5 } },
  );
  expect(pixelsOf(line)).toBe(SIDE + 4 + 5);
  expect(pixelsOf(afterStroke(overlay, line, { isErasing: true, radius: 20 }, point))).toBe(0);
  const other = afterStroke(overlay, NONE, { isErasing: false, radius: 1 }, { ...point, image: 'b', frame: 2 });
  expect([pixelsOf(other), pixelsOf(other, 'b', 2)]).toEqual([SIDE, 4]);
  // The algorithm's mask is not overwritten.
  expect(pixelsOf(NONE)).toBe(SIDE);
});

it('shows the latest correction of each mask, and says whose; heat maps are not corrected', () => {
  const heat: Overlay = { ...overlay, code: 'PNEUMONIA_MAP', kind: 'heat' };
  const version = (number: number): marks.CorrectedMask => ({
    analysisId: 'run',
    code: 'LUNG',
    version: number,
    correctedBy: `Reader ${number}`,
    correctedAt: '',
    mask: { columns: SIDE, rows: SIDE, slices: [{ sopInstanceUid: 'a', runs: 'D'.repeat(number) }] },
  });
  const runs = [{ id: 'run', overlays: [overlay, heat] }];
  const [lung, map] = correctedOverlays(runs, [version(2), version(1)]);
  expect(lung).toMatchObject({ origin: { version: 2, correctedBy: 'Reader 2' }, slices: [{ runs: 'DD' }] });
  expect(map).toEqual(heat);
  expect(correctedOverlays(runs, [])[0]).toMatchObject({ origin: { version: 0 }, slices: overlay.slices });
});

it('strokes that are not saved are the same after they were kept as a draft; what is no draft of strokes is none', () => {
  const strokes = afterStroke(overlay, NONE, { isErasing: false, radius: 1 }, { ...point, image: 'b', frame: 3 });
  const all = new Map([['LUNG', afterStroke(overlay, strokes, { isErasing: true, radius: 1 }, point)]]);
  const kept: unknown = JSON.parse(JSON.stringify(draftOfEdits(all)));
  expect(editsOfDraft(kept)).toEqual(all);
  expect(draftOfEdits(new Map())).toBeNull();
  for (const other of [null, 'x', { LUNG: [] }, { LUNG: { base: 0, slices: [{ runs: 5 }] } }])
    expect(editsOfDraft(other).size).toBe(0);
});

it('strokes stay those on the version that they were drawn on, also where a newer one is shown since', () => {
  const origin = { analysisId: 'run', version: 2, correctedBy: null };
  const brush = { isErasing: false, radius: 1 };
  const strokes = afterStroke({ ...overlay, origin }, NONE, brush, point);
  expect(strokes.base).toBe(2);
  expect(afterStroke({ ...overlay, origin: { ...origin, version: 3 } }, strokes, brush, point).base).toBe(2);
});
