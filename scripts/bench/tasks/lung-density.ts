import { readFile } from 'node:fs/promises';
import { ctLungDensity } from '../../../algorithms/src/ct-lung-density/index.ts';
import { readChestCt, runOn, seriesOf } from '../../../algorithms/src/testing/series.ts';

/** Prints seconds and peak memory of one run; with --empty only the memory of the process itself. */
let seconds = 0;
if (!process.argv.includes('--empty')) {
  const files = await readChestCt('b40f-smooth');
  if (!files) throw new Error('the chest CT of the test data is needed');
  const begin = performance.now();
  await runOn(ctLungDensity, await seriesOf(files));
  seconds = (performance.now() - begin) / 1000;
}
// VmHWM belongs to this program; the peak of getrusage is inherited from the parent.
const peakKb = Number(/VmHWM:\s+(\d+) kB/.exec(await readFile('/proc/self/status', 'utf8'))?.[1]);
console.log(JSON.stringify({ seconds, peakMb: peakKb / 1024 }));
