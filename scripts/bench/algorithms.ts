import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { given } from '@duai/contract';
import { createCompute } from '../../server/src/adapters/compute/child-processes.ts';
import { createLogger } from '../../server/src/core/logger.ts';
import { algorithmOf, fastest, floorOf, runBare } from './algorithms/bare.ts';
import { brainRun, MEMORY_MB, type RunInput, runsToMeasure } from './algorithms/inputs.ts';
import { machine, table, writeSection } from './section.ts';

const TASK = join(import.meta.dirname, 'tasks', 'algorithm.ts');
const QUEUE = join(import.meta.dirname, 'tasks', 'queue.ts');
/** What the child processes of the server run. */
const SERVER_TASKS = join(import.meta.dirname, '..', '..', 'server', 'src', 'compute', 'tasks.ts');
/** At least so many runs, for so long. */
const ROUNDS = { rounds: 8, seconds: 12 };
/** Of a network that runs for half a minute; the first round of both loads it. */
const ROUNDS_OF_MINUTES = { rounds: 2, seconds: 0 };
const ALL = 100;
const QUEUED = Number(process.argv[2] ?? ALL);
/** Odd: the median ratio is told. */
const QUEUE_ROUNDS = 3;
/** Differences below this are noise of the clock and of the processor. */
const NOISE_MS = 5;
const LUNG = 'ct.lung-density';
const BRAIN = 'mr.brain-volumes';
const BRAIN_SECONDS = 40;

/**
 * npm run bench:algorithms: time and memory of each algorithm, what the platform adds to them, and 100 studies queued at once. Writes
 * docs/benchmarks.md.
 */
const dir = await mkdtemp(join(tmpdir(), 'duai-bench-'));
const load = () => (loadavg()[0] ?? 0).toFixed(1);
const atStart = load();
const compute = createCompute<{ analyse(input: RunInput): Promise<unknown> }>({
  entry: SERVER_TASKS,
  size: 1,
  memoryLimitMb: MEMORY_MB,
  log: createLogger('fatal'),
});

async function peakMb(input: RunInput): Promise<number> {
  const path = join(dir, 'input.json');
  await writeFile(path, JSON.stringify(input));
  const [run, empty] = [[], ['--empty']].map((more) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [TASK, path, ...more], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return (JSON.parse(stdout) as { peakMb: number }).peakMb;
  });
  return Number(run) - Number(empty);
}

const ms = (seconds = 0): string => (seconds * 1000).toFixed(seconds < 0.1 ? 1 : 0);
const missed: string[] = [];
const rows: string[][] = [];
let floor = 0;
let lungSeconds = 0;
try {
  for (const { input, on } of [...(await runsToMeasure(join(dir, 'pet'))), await brainRun(dir)]) {
    const { id, version } = algorithmOf(input).manifest;
    const isLung = id === LUNG;
    const byServer = () => compute.run('analyse', input, { timeoutMs: 120_000, account: undefined });
    const works = [() => runBare(input), byServer, ...(isLung ? [() => floorOf(input)] : [])];
    const [bare = 0, platform = 0, least = 0] = await fastest(input.package ? ROUNDS_OF_MINUTES : ROUNDS, works);
    if (isLung) [floor, lungSeconds] = [least, bare];
    if (platform > 1.1 * bare && (platform - bare) * 1000 > NOISE_MS) missed.push(`${id} in a child process`);
    if (id === BRAIN && platform > BRAIN_SECONDS) missed.push('brain volumes');
    rows.push([
      `\`${id}\` ${version}`,
      on,
      ms(bare),
      ms(platform),
      (platform / bare).toFixed(2),
      (await peakMb(input)).toFixed(0),
    ]);
  }
} finally {
  await compute.close();
}
if (lungSeconds > 0.5) missed.push('lung density of 30 slices');

const rounds = Array.from({ length: QUEUED === ALL ? QUEUE_ROUNDS : 1 }, () => queuedOnce());
const { wall, sum } = given(
  rounds.sort((one, other) => one.sum / one.wall - other.sum / other.wall)[Math.floor(rounds.length / 2)],
  'a round',
);
const throughput = sum / wall;
if (throughput < 0.85) missed.push('100 studies queued');
await rm(dir, { recursive: true });

const [took, alone] = [wall.toFixed(1), sum.toFixed(1)];
console.log(JSON.stringify({ rows, lungSeconds, floor, took, alone }));
/** In a process of its own, as a server is: this one holds networks and their sessions. */
function queuedOnce(): { wall: number; sum: number } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [QUEUE, String(QUEUED)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as { wall: number; sum: number };
}

// With fewer the run is only a check.
if (QUEUED === ALL) await report();

async function report(): Promise<void> {
  const commit = execFileSync('git', ['rev-parse', '--short=9', 'HEAD'], { encoding: 'utf8' }).trim();
  await writeSection(
    'algorithms',
    `## Algorithms

\`npm run bench:algorithms\` on ${machine()}, at ${commit}. Load of the machine: ${atStart} at the start, ${load()} at the end. Times in ms, the fastest of all runs in ${ROUNDS.seconds} s, at least ${ROUNDS.rounds}, in turn (of ${ROUNDS_OF_MINUTES.rounds} for brain volumes), warm: the algorithm alone, called as a function on files of the disk, and by the server in a child process, with its facts and its result sent across. Memory in MB over that of the empty process. Aims: the server adds at most 10 % (${NOISE_MS} ms are noise); brain volumes in ${BRAIN_SECONDS} s. Missed: ${missed.length === 0 ? 'none' : missed.join('; ')}.

${table(['algorithm', 'on', 'alone', 'by the server', 'ratio', 'memory'], rows)}

| what | measured | beside | ratio | aim |
| --- | --- | --- | --- | --- |
| lung density of 30 slices, beside reading them and one pass over the voxels | ${ms(lungSeconds)} ms | ${ms(floor)} ms | ${(lungSeconds / floor).toFixed(2)} | ≤ 500 ms |
| ${QUEUED} studies of 30 slices of 256 × 256 queued at once, beside the sum of bare runs before and after (median of ${QUEUE_ROUNDS}) | ${took} s | ${alone} s | ${throughput.toFixed(2)} | ≥ 0.85 |`,
  );
}
