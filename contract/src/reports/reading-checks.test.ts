import { describe, expect, it } from 'vitest';
import { uncheckedOf } from './reading-checks.ts';

const reading = {
  series: [
    { id: 'chest', instances: [{ state: 'refused' }, { state: 'ready' }] },
    { id: 'broken', instances: [{ state: 'refused' }] },
  ],
  analyses: [
    { id: 'density', status: 'evaluated' as const, isJudged: true },
    { id: 'quality', status: 'evaluated' as const, isJudged: false },
    { id: 'did-not-fit', status: 'not-applicable' as const, isJudged: false },
    { id: 'could-not', status: 'not-evaluable' as const, isJudged: false },
    { id: 'crashed', status: 'failed' as const, isJudged: false },
  ],
};

describe('what is open before a signature', () => {
  it('is every series that can be looked at, and every result about the person: no remark on quality, no refusal', () => {
    expect(uncheckedOf(reading, { openedSeries: [], verdicts: [] })).toEqual({
      series: ['chest'],
      analyses: ['density'],
    });
  });

  it('is nothing once each was opened and judged, whatever the verdict', () => {
    for (const verdict of ['accepted', 'corrected', 'rejected'] as const) {
      const checks = { openedSeries: ['chest'], verdicts: [{ analysisId: 'density', verdict }] };
      expect(uncheckedOf(reading, checks)).toEqual({ series: [], analyses: [] });
    }
  });

  it('holds a measurement that has not ended yet', () => {
    for (const status of ['planned', 'running'] as const) {
      const measured = { ...reading, analyses: [{ id: 'calcium', status, isJudged: false }] };
      expect(uncheckedOf(measured, { openedSeries: ['chest'], verdicts: [] }).analyses).toEqual(['calcium']);
    }
  });

  it('is not lessened by what belongs to another submission', () => {
    const checks = { openedSeries: ['other'], verdicts: [{ analysisId: 'older', verdict: 'accepted' as const }] };
    expect(uncheckedOf(reading, checks)).toEqual({ series: ['chest'], analyses: ['density'] });
  });
});
