import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Counts from the runners' own reports. Pure functions. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface FileTime {
  /** Path in the repository. */
  file: string;
  seconds: number;
}

/** A JSON report of Playwright or Vitest. */
export type Report = PlaywrightReport | VitestReport;

export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    /** Path on this machine. */
    name: string;
    /** Why the file itself failed. */
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

export interface PlaywrightReport {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; ok: boolean; tests: { results: { duration: number; error?: { message?: string } }[] }[] }[];
}

export interface Failure {
  /** Path in the repository. */
  file: string;
  test: string;
  /** The first lines of the error message. */
  reason: string;
}

export const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

export function sumOf(all: readonly Counts[]): Counts {
  const total = { ...NOTHING };
  for (const counts of all) for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key];
  return total;
}

export function countsOf(report: Report): Counts {
  if ('stats' in report) {
    const { expected, flaky, unexpected, skipped } = report.stats;
    return { passed: expected + flaky, failed: unexpected, skipped };
  }
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

/** Seconds of the journeys of each file, including the start of its server. */
export function journeyTimes({ suites }: PlaywrightReport): FileTime[] {
  const secondsOf = (suite: PlaywrightSuite): number =>
    suite.specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, r) => sum + r.duration, 0) /
      1000 +
    (suite.suites ?? []).reduce((sum, inner) => sum + secondsOf(inner), 0);
  return suites.map((suite) => ({ file: `e2e/journeys/${suite.file}`, seconds: secondsOf(suite) }));
}

/** The failed tests by file, with reasons. @param root of the repository */
export function failuresOf(report: Report, root: string): Failure[] {
  if ('stats' in report) return report.suites.flatMap((suite) => failedSpecs(suite));
  return report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && message) return [{ file, test: 'the file itself', reason: firstLines(message) }];
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      test: fullName,
      reason: firstLines(failureMessages?.[0]),
    }));
  });
}

const failedSpecs = ({ file, specs, suites = [] }: PlaywrightSuite): Failure[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => ({
      file: `e2e/journeys/${file}`,
      test: title,
      reason: firstLines(tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message),
    })),
  ...suites.flatMap(failedSpecs),
];

const LINES = 8;
const linesOf = (text: string): string[] =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim());
const firstLines = (text = 'no reason given'): string => linesOf(text).slice(0, LINES).join('\n');

const LAST_LINES = 40;
/** A failed step, or a runner that failed without a failed test, with its last output. */
export const failureOfStep = (step: string, output: string): Failure => ({
  file: step,
  test: 'the step itself',
  reason: linesOf(output).slice(-LAST_LINES).join('\n') || 'it printed nothing',
});

export const slowest = (times: readonly FileTime[], count: number): FileTime[] =>
  times.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);

/** Format: `7.2 s`, `3 min 05 s`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

export const lastLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
