import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesSource, chestPhantom, inspectFile } from '@duai/imaging';
import dicomParser from 'dicom-parser';
import type { Figure } from './figure.ts';

const DATA = join(process.env.DUAI_TEST_DATA ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data'), 'dicom');
const ROUNDS = 5;

/** Headers a second of our inspection against dicom-parser alone, on the same files in the same run. */
export async function run(): Promise<Figure> {
  const files = await readFiles();
  const readable = files.filter((bytes) => parses(bytes));
  const ours = await rate(readable.length, async () => {
    for (const bytes of readable) await inspectFile(bytesSource(bytes));
  });
  const baseline = await rate(readable.length, async () => {
    for (const bytes of readable) parses(bytes);
  });
  return { name: 'parse headers', unit: 'files/s', ours, baseline, aim: 'ratio ≥ 0.7' };
}

async function readFiles(): Promise<Uint8Array[]> {
  const entries = await readdir(DATA, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return chestPhantom({ slices: 60 }).files.map((file) => file.bytes);
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.tsv')
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(paths.map(async (path) => new Uint8Array(await readFile(path))));
}

function parses(bytes: Uint8Array): boolean {
  try {
    return dicomParser.parseDicom(bytes, { untilTag: 'x7fe00010' }) !== undefined;
  } catch {
    return false;
  }
}

async function rate(count: number, round: () => Promise<void>): Promise<number> {
  await round();
  const begin = performance.now();
  for (let index = 0; index < ROUNDS; index += 1) await round();
  return (count * ROUNDS) / ((performance.now() - begin) / 1000);
}
