import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks.md');

/** The machine that the figures were measured on. */
export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Replaces one section of docs/benchmarks.md; the others stay. */
export async function writeSection(name: string, text: string): Promise<void> {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const before = await readFile(FILE, 'utf8');
  const section = `${start}\n\n${text.trim()}\n\n${end}`;
  const [from, to] = [before.indexOf(start), before.indexOf(end)];
  const after =
    from < 0 || to < 0
      ? `${before.trim()}\n\n${section}\n`
      : before.slice(0, from) + section + before.slice(to + end.length);
  await writeFile(FILE, after);
  console.log(`\n${text}`);
}
