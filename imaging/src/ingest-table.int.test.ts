import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { bytesSource, decodeFrame, inspectFile } from './index.ts';
import { DICOM_DATA, hasDicomData, OUTCOMES } from './testing/samples.ts';

if (!hasDicomData) console.log('data not present: the table of outcomes is not compared');

it.runIf(hasDicomData)(
  'every file of the test data ends as accepted or refused with a reason, as the table says',
  async () => {
    const entries = await readdir(DICOM_DATA, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.tsv')
      .map((entry) => join(entry.parentPath, entry.name));
    const rows: string[] = [];
    for (const path of paths.sort()) rows.push(`${relative(DICOM_DATA, path)}\t${await outcome(await readFile(path))}`);
    expect(rows.length).toBeGreaterThan(300);
    await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot(OUTCOMES);
  },
  300_000,
);

async function outcome(bytes: Uint8Array): Promise<string> {
  const inspection = await inspectFile(bytesSource(bytes));
  if (inspection.status === 'refused') return `refused\t${inspection.code}`;
  if (inspection.kind !== 'dicom') return `accepted\t${inspection.kind}`;
  const { modality, transferSyntaxUid, frames } = inspection.header;
  const decoded = await decodeFrame(bytes).then(
    () => 'decoded',
    (error: { code: string }) => error.code,
  );
  return `accepted\t${modality ?? '–'}\t${transferSyntaxUid}\t${frames}\t${decoded}`;
}
