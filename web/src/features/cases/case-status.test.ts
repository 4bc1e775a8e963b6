import { cases } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { countCases, statusTone, stepState, timeLeft } from './case-status.ts';

describe('case status', () => {
  it('is one of uploaded, processing, completed [PAT-071]', () => {
    expect(cases.CASE_STATUSES).toEqual(['uploaded', 'processing', 'completed']);
  });
  it('has blue, yellow and green badges, and grey for any other [PAT-075]', () => {
    expect(['uploaded', 'processing', 'completed', 'archived', 'toString'].map(statusTone)).toEqual([
      'blue',
      'yellow',
      'green',
      'grey',
      'grey',
    ]);
  });
  it('is counted for the dashboard', () => {
    const list = (['uploaded', 'processing', 'processing', 'completed'] as const).map((status) => ({ status }));
    expect(countCases(list)).toEqual({ total: 4, completed: 1, processing: 2 });
  });
  it('places each step of the way', () => {
    const states = (status: cases.CaseStatus) => cases.CASE_STATUSES.map((step) => stepState(step, status));
    expect(states('uploaded')).toEqual(['current', 'ahead', 'ahead']);
    expect(states('processing')).toEqual(['done', 'current', 'ahead']);
    expect(states('completed')).toEqual(['done', 'done', 'done']);
  });
});

describe('the clock of a case', () => {
  it('counts hours and minutes, rounded up, and ends at the due time', () => {
    const now = Date.parse('2026-03-01T10:00:00Z');
    expect(timeLeft('2026-03-02T10:00:00Z', now)).toEqual({ hours: 24, minutes: 0 });
    expect(timeLeft('2026-03-01T11:29:01Z', now)).toEqual({ hours: 1, minutes: 30 });
    expect(timeLeft('2026-03-01T10:00:00Z', now)).toBeNull();
  });
});
