import { cases } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { countCases, statusTone, stepState } from './case-status.ts';

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
