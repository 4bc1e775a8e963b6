import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { conformanceStatement } from './conformance-statement.ts';

it('[PAC-011] the conformance statement in docs equals what the code negotiates', async () => {
  const path = join(import.meta.dirname, '../../../../docs/dicom-conformance.md');
  expect(await readFile(path, 'utf8'), 'run npm run conformance').toBe(conformanceStatement());
});

it('the statement says what is refused, too', () => {
  const rows = conformanceStatement()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  /** Whether it is accepted, and whether the peer may be SCP. */
  const row = (name: string) => rows.find(([, first]) => first === name)?.slice(3, 5);
  expect(row('CT Image Storage')).toEqual(['yes', 'query']);
  expect(row('Study Root Query/Retrieve – FIND')).toEqual(['query', 'no']);
  expect(row('Storage Commitment Push Model')).toEqual(['yes', 'yes']);
  expect(row('12-lead ECG Waveform Storage')).toEqual(['no', 'no']);
});
