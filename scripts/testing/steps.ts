import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, ROOT } from '../bootstrap.mjs';
import {
  type Counts,
  countsOf,
  type Failure,
  type FileTime,
  failureOfStep,
  failuresOf,
  journeyTimes,
  NOTHING,
  type Report,
} from './reports.ts';

export interface Step {
  name: string;
  command: string;
  args: string[];
}
export interface TestStep extends Step {
  /** Name of the runner's JSON report. */
  report: string;
}

export interface Outcome extends Counts {
  name: string;
  seconds: number;
  /** Test files of a runner. */
  files: FileTime[];
  failures: Failure[];
}

const bin = (name: string): string => join(ROOT, 'node_modules', '.bin', name);

/** Runs steps in parallel, `width` at a time; each counts as one, and its output is printed in one piece. */
export async function runBeside(steps: Step[], width: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...steps];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, command, args } = next;
      const { status, seconds, output } = await start(command, args, { isHeld: true });
      console.log(`\n── ${name} (${seconds.toFixed(1)} s)${output && `\n${output.trimEnd()}`}`);
      const failures = status === 0 ? [] : [failureOfStep(name, output)];
      outcomes.push({ ...NOTHING, [status === 0 ? 'passed' : 'failed']: 1, name, seconds, files: [], failures });
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return outcomes;
}

/** Counts from the runner's own report; a runner that fails without a failed test counts as one failure. */
export async function runTests({ name, command, args, report }: TestStep, reportsDir: string): Promise<Outcome> {
  console.log(`\n── ${name}`);
  const path = join(reportsDir, report);
  const { status, seconds, output } = await start(command, args, {
    env: { TEST_REPORT: path, CI: process.env.CI ?? '' },
  });
  const read = <T>(from: string): T | undefined =>
    existsSync(from) ? (JSON.parse(readFileSync(from, 'utf8')) as T) : undefined;
  const found = read<Report>(path);
  const counts = found ? countsOf(found) : { ...NOTHING };
  const failures = found ? failuresOf(found, ROOT) : [];
  if (status !== 0 && counts.failed === 0) {
    counts.failed = 1;
    failures.push(failureOfStep(name, output));
  }
  const files = found && 'stats' in found ? journeyTimes(found) : (read<FileTime[]>(`${path}.times`) ?? []);
  return { ...counts, name, seconds, files, failures };
}

async function start(
  command: string,
  args: string[],
  { isHeld = false, env = {} }: { isHeld?: boolean; env?: Record<string, string> },
): Promise<{ status: number; seconds: number; output: string }> {
  const begin = performance.now();
  const child = spawn(existsSync(bin(command)) ? bin(command) : command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment(), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (!isHeld) process.stdout.write(text);
    });
  const status = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  return { status, seconds: (performance.now() - begin) / 1000, output };
}
