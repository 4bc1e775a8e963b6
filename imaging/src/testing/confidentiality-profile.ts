import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DICOM_DATA } from './samples.ts';

const TABLE = join(dirname(DICOM_DATA), 'dicom-standard', 'confidentiality-profile.tsv');
export const hasProfileTable = existsSync(TABLE);

/** A row of PS3.15 table E.1-1 from the shared data, which is another copy than the product's. */
export interface ProfileRow {
  tag: string;
  basic: string;
  modifiedDates: string;
  patientCharacteristics: string;
}

export function readProfileTable(): ProfileRow[] {
  const [head, ...lines] = readFileSync(TABLE, 'utf8').trimEnd().split('\n');
  const columns = head!.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
    return {
      tag: cell('tag'),
      basic: cell('basicProfile'),
      modifiedDates: cell('rtnLongModifDatesOpt'),
      patientCharacteristics: cell('rtnPatCharsOpt'),
    };
  });
}
