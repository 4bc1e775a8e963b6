import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { algorithmOf, runBare } from '../algorithms/bare.ts';
import { filesIn, MEMORY_MB, type RunInput, seriesAt } from '../algorithms/inputs.ts';
import { queuedSeconds, studiesOf } from '../algorithms/queue.ts';

const BARE_RUNS = 20;
/** Until V8 has compiled what the runs use. */
const WARM_RUNS = 5;

/**
 * Prints the seconds of so many queued studies (`wall`), and of as many bare runs (`sum`), which are measured before and after
 * because the machine may change meanwhile.
 */
const studies = Number(process.argv[2]);
const dir = await mkdtemp(join(tmpdir(), 'duai-bench-'));
const [phantom = []] = await studiesOf(1);
const located = await seriesAt(
  await filesIn(
    dir,
    phantom.map(({ bytes }) => bytes),
  ),
);
const input: RunInput = { algorithmId: 'ct.lung-density', ...located, memoryMb: MEMORY_MB };
for (let run = 0; run < WARM_RUNS; run += 1) await runBare(input);
const before = await bareSeconds();
const wall = await queuedSeconds(studies, algorithmOf(input).manifest);
const sum = ((before + (await bareSeconds())) / 2) * studies;
await rm(dir, { recursive: true });
console.log(JSON.stringify({ wall, sum }));

async function bareSeconds(): Promise<number> {
  const begin = performance.now();
  for (let run = 0; run < BARE_RUNS; run += 1) await runBare(input);
  return (performance.now() - begin) / 1000 / BARE_RUNS;
}
