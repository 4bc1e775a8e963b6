import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Location of the test data, which are not part of the repository. */
export const DICOM_DATA = join(
  process.env.DUAI_TEST_DATA ?? join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data'),
  'dicom',
);
export const OUTCOMES = join(import.meta.dirname, '..', '..', 'test', 'ingest-outcomes.tsv');
export const hasDicomData = existsSync(DICOM_DATA);

export interface Sample {
  transferSyntaxUid: string;
  /** Path in the test data. */
  name: string;
  path: string;
}

/** The smallest decodable files, `each` of them for every transfer syntax, by the checked-in table of outcomes. */
export function samplesOfEverySyntax(each: number): Sample[] {
  const found = new Map<string, (Sample & { sizeBytes: number })[]>();
  for (const line of readFileSync(OUTCOMES, 'utf8').split('\n')) {
    const [name, , , transferSyntaxUid, , outcome] = line.split('\t');
    if (outcome !== 'decoded' || !name || !transferSyntaxUid) continue;
    const path = join(DICOM_DATA, name);
    const files = found.get(transferSyntaxUid) ?? [];
    files.push({ transferSyntaxUid, name, path, sizeBytes: statSync(path).size });
    found.set(transferSyntaxUid, files);
  }
  return [...found.values()].flatMap((files) => files.sort((a, b) => a.sizeBytes - b.sizeBytes).slice(0, each));
}
