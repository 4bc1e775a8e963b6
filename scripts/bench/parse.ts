import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesSource, chestPhantom, inspectFile } from '@duai/imaging';
import dicomParser from 'dicom-parser';
import type { Figure } from './figure.ts';

const DATA = join(process.env.DUAI_TEST_DATA ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data'), 'dicom');
const ROUNDS = 30;

/**
 * Headers per second of our inspection against dicom-parser alone: the same files in alternating rounds, the fastest round of
 * each.
 */
export async function run(): Promise<Figure> {
  const files = await readFiles();
  const readable = files.filter((bytes) => parses(bytes));
  const rounds = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.ours.push(
      await seconds(async () => {
        for (const bytes of readable) await inspectFile(bytesSource(bytes));
      }),
    );
    rounds.baseline.push(
      await seconds(async () => {
        for (const bytes of readable) parses(bytes);
      }),
    );
  }
  const ours = readable.length / Math.min(...rounds.ours);
  const baseline = readable.length / Math.min(...rounds.baseline);
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

async function seconds(round: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await round();
  return (performance.now() - begin) / 1000;
}
