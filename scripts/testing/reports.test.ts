import { describe, expect, it } from 'vitest';
import { countsOf, duration, failureOfStep, failuresOf, journeyTimes, lastLine, slowest, sumOf } from './reports.ts';

const suite = (file: string, ...durations: number[]) => ({
  file,
  specs: durations.map((each) => ({ title: 'a way', ok: true, tests: [{ results: [{ duration: each }] }] })),
});

describe('the reports of the runners', () => {
  it('are counted alike; the last line is their sum, and names what was skipped only where something was', () => {
    const vitest = countsOf({ numPassedTests: 7, numFailedTests: 1, numPendingTests: 0, testResults: [] });
    const playwright = countsOf({ stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 0 }, suites: [] });
    expect(lastLine(sumOf([vitest, playwright]))).toBe('11 passed, 3 failed');
    expect(lastLine({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped');
  });

  it('say which files took longest, over all runners', () => {
    const report = {
      stats: { expected: 3, flaky: 0, unexpected: 0, skipped: 0 },
      suites: [{ ...suite('a.e2e.ts', 500), suites: [suite('a.e2e.ts', 1000, 2000)] }, suite('b.e2e.ts', 2500)],
    };
    const times = [...journeyTimes(report), { file: 'server/src/x.int.test.ts', seconds: 3 }];
    expect(slowest(times, 2)).toEqual([
      { file: 'e2e/journeys/a.e2e.ts', seconds: 3.5 },
      { file: 'server/src/x.int.test.ts', seconds: 3 },
    ]);
  });

  it('name what failed, with the file and the first lines of the reason', () => {
    const vitest = {
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 0,
      testResults: [
        {
          name: '/there/server/src/x.test.ts',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'x holds' },
            {
              status: 'failed',
              fullName: 'x breaks',
              failureMessages: ['\u001b[31mError: 1 is not 2\u001b[39m\n\n  at x'],
            },
          ],
        },
        { name: '/there/server/src/y.test.ts', message: 'no such import', assertionResults: [] },
      ],
    };
    expect(failuresOf(vitest, '/there')).toEqual([
      { file: 'server/src/x.test.ts', test: 'x breaks', reason: 'Error: 1 is not 2\n  at x' },
      { file: 'server/src/y.test.ts', test: 'the file itself', reason: 'no such import' },
    ]);
    const failed = {
      title: 'lost',
      ok: false,
      tests: [{ results: [{ duration: 1, error: { message: 'no image' } }] }],
    };
    const playwright = {
      stats: { expected: 1, flaky: 0, unexpected: 1, skipped: 0 },
      suites: [{ ...suite('a.e2e.ts', 5), suites: [{ file: 'a.e2e.ts', specs: [failed] }] }],
    };
    expect(failuresOf(playwright, '/there')).toEqual([
      { file: 'e2e/journeys/a.e2e.ts', test: 'lost', reason: 'no image' },
    ]);
  });

  it('give the last lines of a step that failed without a test', () => {
    const output = Array.from({ length: 60 }, (_, at) => `\u001b[31mline ${at}\u001b[39m\n  \n`).join('');
    const { reason, ...named } = failureOfStep('lint', output);
    expect(named).toEqual({ file: 'lint', test: 'the step itself' });
    expect(reason.split('\n')).toEqual(Array.from({ length: 40 }, (_, at) => `line ${at + 20}`));
    expect(failureOfStep('types', '').reason).toBe('it printed nothing');
  });

  it('give times in seconds and minutes', () => {
    expect([7.24, 59.94, 185, 3599.6].map(duration)).toEqual(['7.2 s', '59.9 s', '3 min 05 s', '60 min 00 s']);
  });
});
