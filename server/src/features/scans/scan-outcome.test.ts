import { describe, expect, it } from 'vitest';
import { outcomeOfScan } from './scan-outcome.ts';

type Status = Parameters<typeof outcomeOfScan>[0][number]['status'];
const quality = (status: Status) => ({ algorithmId: 'qc.series', status });
const lung = (status: Status) => ({ algorithmId: 'ct.lung-density', status });

describe('what the runs of a scan come to', () => {
  it.each([
    ['an algorithm evaluated it', [quality('evaluated'), lung('evaluated')], true, null],
    ['one evaluated it, another failed', [lung('evaluated'), lung('failed')], true, null],
    ['only the quality check ran', [quality('evaluated'), lung('not-applicable')], false, null],
    ['the algorithm could not evaluate it', [quality('evaluated'), lung('not-evaluable')], false, null],
    ['an error left no result', [quality('evaluated'), lung('failed')], false, 'ANALYSIS_FAILED'],
    ['nothing fitted', [quality('not-applicable'), lung('not-applicable')], false, 'NOTHING_FITTED'],
    ['there was nothing to run on', [], false, 'NO_READABLE_IMAGE'],
  ] as const)('%s', (_title, runs, isAnalysed, failureCode) => {
    expect(outcomeOfScan([...runs])).toEqual({ isAnalysed, failureCode });
  });
});
