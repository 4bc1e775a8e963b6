import { readFile } from 'node:fs/promises';
import { runBare } from '../algorithms/bare.ts';
import type { RunInput } from '../algorithms/inputs.ts';

/** Prints the peak memory of a process in which the run of a file is done once; with --empty of the process itself. */
const input = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as RunInput;
if (!process.argv.includes('--empty')) await runBare(input);
// VmHWM belongs to this program; the peak of getrusage is inherited from the parent.
const peakKb = Number(/VmHWM:\s+(\d+) kB/.exec(await readFile('/proc/self/status', 'utf8'))?.[1]);
console.log(JSON.stringify({ peakMb: peakKb / 1024 }));
