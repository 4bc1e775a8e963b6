import { encodeRuns, type Finding, type Overlay } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { placeOf } from './places.ts';

const finding = (code: string, sopInstanceUids?: string[]): Finding => ({
  code,
  severity: 'info',
  params: {},
  ...(sopInstanceUids && { sopInstanceUids }),
});
const slice = (sopInstanceUid: string, marked: number, frame?: number) => ({
  sopInstanceUid,
  ...(frame !== undefined && { frame }),
  runs: encodeRuns(new Uint8Array(100).fill(1, 10, 10 + marked)),
});
const overlays: Overlay[] = [
  { code: 'LUNG', columns: 10, rows: 10, slices: [slice('a', 40), slice('b', 70), slice('c', 69)] },
  { code: 'LAA_950', columns: 10, rows: 10, slices: [slice('a', 2), slice('m', 33, 4)] },
];

describe('the place of a finding', () => {
  it('is the image that it names, else the one with most of its mask; what no image shows has none', () => {
    const findings = [finding('VOLUME'), finding('INDICES'), finding('BLANK', ['x', 'y']), finding('OTHER')];
    const shownBy = { VOLUME: 'LUNG', INDICES: 'LAA_950' };
    expect(findings.map((each) => placeOf(each, overlays, shownBy))).toEqual([
      { sopInstanceUid: 'b', frame: 0 },
      { sopInstanceUid: 'm', frame: 4 },
      { sopInstanceUid: 'x', frame: 0 },
      null,
    ]);
  });
});
