import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DICOM_DATA, hasDicomData } from '../testing/samples.ts';
import { readDicomDirectory } from './dicomdir.ts';
import { ImagingError } from './refusal.ts';

const DISCS = join(DICOM_DATA, 'DICOMDIRS');
if (!hasDicomData) console.log('data not present: no DICOMDIR of a real disc is read');
const hasDcmtk = existsSync('/usr/bin/dcmmkdir') && existsSync('/usr/bin/dcmdump');
if (!hasDcmtk) console.log('dcmtk not present: no DICOMDIR is compared with it');

/** What dcmtk reads from the same file: (0004,1500) of every record. */
const byDcmtk = (file: string): string[] =>
  execFileSync('dcmdump', ['+P', '0004,1500', '+L', file], { encoding: 'utf8', maxBuffer: 16 * 1024 ** 2 })
    .split('\n')
    .flatMap((line) => /CS \[(.+?)\s*\]/.exec(line)?.[1]?.replaceAll('\\', '/') ?? []);

it
  .runIf(hasDicomData && hasDcmtk)
  .each([
    'DICOMDIR',
    'DICOMDIR-bigEnd',
    'DICOMDIR-implicit',
    'DICOMDIR-nopatient',
    'DICOMDIR-reordered',
    'TINY_ALPHA/DICOMDIR',
  ])('the index of a real disc names what dcmtk finds in it, and the files are there (%s)', (name) => {
  const file = join(DISCS, name);
  const paths = readDicomDirectory(readFileSync(file))!.map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths).toEqual([...new Set(byDcmtk(file))]);
  for (const path of paths) expect(existsSync(join(file, '..', path)), path).toBe(true);
});

it.runIf(hasDicomData)('an index whose sequence is longer than the file is refused, not half read', () => {
  expect(() => readDicomDirectory(readFileSync(join(DISCS, 'DICOMDIR-nooffset')))).toThrow(ImagingError);
});

it.runIf(hasDicomData)('an index without records names nothing', () => {
  expect(readDicomDirectory(readFileSync(join(DISCS, 'DICOMDIR-empty.dcm')))).toEqual([]);
});

it.runIf(hasDicomData && hasDcmtk)('an index that dcmmkdir writes is read whole', () => {
  const disc = mkdtempSync(join(tmpdir(), 'duai-dicomdir-'));
  try {
    cpSync(join(DISCS, '77654033'), join(disc, '77654033'), { recursive: true });
    execFileSync('dcmmkdir', ['+r', '+id', disc, '+D', join(disc, 'DICOMDIR'), '-W', '+I'], { stdio: 'ignore' });
    const paths = readDicomDirectory(readFileSync(join(disc, 'DICOMDIR')))!.map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) expect(existsSync(join(disc, path)), path).toBe(true);
  } finally {
    rmSync(disc, { recursive: true });
  }
});
