import { expect, it } from 'vitest';
import { hasProfileTable, readProfileTable } from '../../testing/confidentiality-profile.ts';
import { PROFILE_TABLE } from './profile-table.ts';

const rows = PROFILE_TABLE.trim()
  .split('\n')
  .map((line) => line.split(' '));

it('has every row of PS3.15 table E.1-1, each with its tag once', () => {
  expect(rows).toHaveLength(621);
  expect(new Set(rows.map(([tag]) => tag)).size).toBe(621);
});

if (!hasProfileTable) console.log('data not present: the table of PS3.15 is not compared');

it.runIf(hasProfileTable)('says what the table of the standard says', () => {
  const plain = (tag: string) => (tag.startsWith('(GGGG') ? 'PRIVATE' : tag.replace(/[(),]/g, ''));
  expect(rows.map(([tag, , ...actions]) => [tag, ...actions])).toEqual(
    readProfileTable().map(({ tag, basic, modifiedDates, patientCharacteristics }) => [
      plain(tag),
      basic,
      modifiedDates || '-',
      patientCharacteristics || '-',
    ]),
  );
});
