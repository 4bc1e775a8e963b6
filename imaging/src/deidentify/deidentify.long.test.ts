import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { ImagingError } from '../files/refusal.ts';
import { deidentified } from '../testing/deidentified.ts';
import { DICOM_DATA, hasDicomData } from '../testing/samples.ts';

if (!hasDicomData) console.log('data not present: de-identified files are not validated');

/** Errors that dciodvfy (dicom3tools) reports, without the UIDs that it quotes, because these were replaced. */
const errorsOf = (path: string): Promise<Set<string>> =>
  new Promise((resolve, reject) => {
    execFile('dciodvfy', [path], { encoding: 'latin1', maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') return reject(new Error('dciodvfy is not installed (apt-get install dicom3tools)'));
      const lines = `${stderr}\n${stdout}`.split('\n').filter((line) => line.startsWith('Error'));
      resolve(new Set(lines.map((line) => line.replaceAll(/UID <?[\d.]+>?/g, 'UID'))));
    });
  });

it.runIf(hasDicomData)(
  'dciodvfy finds no error in a de-identified file that the original did not have',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'duai-deidentified-'));
    const entries = await readdir(DICOM_DATA, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.tsv');
    const found: { file: string; errors: string[] }[] = [];
    let compared = 0;
    const queue = files.entries();
    const work = async () => {
      for (const [index, { parentPath, name }] of queue) {
        const path = join(parentPath, name);
        const result = await deidentified(new Uint8Array(await readFile(path))).catch((error: unknown) => {
          if (error instanceof ImagingError) return null;
          throw error;
        });
        if (!result) continue;
        const written = join(dir, String(index));
        await writeFile(written, result);
        const before = await errorsOf(path);
        // If it stops early on the original, it has not checked what follows.
        if ([...before].some((error) => /dataset read failed|Tags out of order/.test(error))) continue;
        const errors = [...(await errorsOf(written))].filter((error) => !before.has(error));
        if (errors.length > 0) found.push({ file: relative(DICOM_DATA, path), errors });
        compared += 1;
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
    await rm(dir, { recursive: true });
    expect(found).toEqual([]);
    expect(compared).toBeGreaterThan(280);
  },
  300_000,
);
