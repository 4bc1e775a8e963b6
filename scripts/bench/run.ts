import type { Figure } from './figure.ts';
import * as http from './http.ts';
import * as parse from './parse.ts';
import { machine, table, writeSection } from './section.ts';
import * as start from './start.ts';
import * as upload from './upload.ts';

/** npm run bench: JSON on the first line, then the table that is also written to docs/benchmarks.md. */
const figures: Figure[] = [];
for (const { run } of [http, upload, parse, start]) figures.push(...[await run()].flat());
console.log(JSON.stringify(figures));

const number = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(value < 10 ? 2 : 0));
const rows = figures.map(({ name, unit, ours, baseline, memoryMb, aim }) => [
  name,
  `${number(ours)} ${unit}`,
  baseline === undefined ? '–' : `${number(baseline)} ${unit}`,
  number(baseline && ours / baseline),
  memoryMb === undefined ? '–' : `${number(memoryMb)} MB`,
  aim,
]);
const head = ['what', 'ours', 'baseline', 'ratio', 'memory over baseline', 'aim'];
await writeSection('bench', `\`npm run bench\` on ${machine()}. Each ratio is within one run.\n\n${table(head, rows)}`);
