import { describe, expect, it } from 'vitest';
import { outlineOfMask } from './mask.tsx';
import { outsideOverlays } from './overlays-of.ts';

const segment = { code: 'SEG_1', label: 'Nodule', isRead: true, isFractional: false, columns: 4, rows: 4 };

describe('masks from outside', () => {
  it('stand on the series that they outline, and what could not be read on every one', () => {
    const here = { ...segment, slices: [{ sopInstanceUid: '1.2', runs: 'DC' }] };
    const elsewhere = { ...segment, code: 'SEG_2', slices: [{ sopInstanceUid: '9.9', runs: 'DC' }] };
    const unread = { ...segment, code: 'SEG_3', isRead: false, slices: [] };
    const found = outsideOverlays([here, elsewhere, unread], new Set(['1.1', '1.2', null]));
    expect(found.map(({ code, isUnread = false }) => [code, isUnread])).toEqual([
      ['SEG_1', false],
      ['SEG_3', true],
    ]);
  });

  it('of shares say from which on a pixel is in the mask', () => {
    const shares = { ...segment, isFractional: true, slices: [{ sopInstanceUid: '1.2', runs: 'DC' }] };
    const [shown] = outsideOverlays([shares], new Set(['1.2']));
    expect(shown?.label).toBe('Nodule (≥ 50 %)');
  });

  it('are drawn as an outline: pixels that have one outside beside them, and those at the edge of the image', () => {
    const mask = Uint8Array.from([1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0]);
    expect([...outlineOfMask(mask, 4)]).toEqual([1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0]);
  });
});
