import { type AlgorithmResult, encodeRuns, type Finding } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { placesOf } from './places.ts';

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
const result = (findings: Finding[]): AlgorithmResult => ({
  outcome: 'evaluated',
  findings,
  measurements: [],
  overlays: [
    { code: 'LUNG', columns: 10, rows: 10, slices: [slice('a', 40), slice('b', 70), slice('c', 69)] },
    { code: 'LAA_950', columns: 10, rows: 10, slices: [slice('a', 2), slice('m', 33, 4)] },
  ],
  limitations: [],
});

describe('the place of a finding', () => {
  it('is the image that it names, else the one with most of its mask; what no image shows has none', () => {
    const findings = [finding('VOLUME'), finding('INDICES'), finding('BLANK', ['x', 'y']), finding('OTHER')];
    expect(placesOf(result(findings), { VOLUME: 'LUNG', INDICES: 'LAA_950' })).toEqual([
      { sopInstanceUid: 'b', frame: 0 },
      { sopInstanceUid: 'm', frame: 4 },
      { sopInstanceUid: 'x', frame: 0 },
      null,
    ]);
  });

  it('is none of what was not evaluable', () => {
    expect(placesOf({ outcome: 'not-evaluable', reasons: [{ code: 'NO_LUNGS', params: {} }] }, {})).toEqual([]);
  });
});
