import { describe, expect, it } from 'vitest';
import { writeDataSet } from '../../../dimse/messages/data-set.ts';
import { EXPLICIT_LE, IMPLICIT_LE } from '../../../dimse/messages/uids.ts';
import { chooseOrder, type WorklistEntry } from './choose-order.ts';
import { readWorklistEntry } from './worklist-identifier.ts';

const STUDY = { patientId: 'H1', studyInstanceUid: '1.2.3', studyDate: '20260401', modalities: ['CT'] };
const entry = (accessionNumber: string | null, change: Partial<WorklistEntry> = {}): WorklistEntry => ({
  ...{ patientId: 'H1', studyInstanceUid: '1.2.9', accessionNumber, procedureId: null, description: null },
  steps: [{ modality: 'CT', date: '20260401' }],
  ...change,
});

describe('the order of a study', () => {
  it.each([
    [
      'names the study, whatever else is ordered',
      [entry('A'), entry('B', { studyInstanceUid: '1.2.3', steps: [] })],
      'B',
      'study',
    ],
    [
      'is the only one of that day and modality',
      [entry('A'), entry('B', { steps: [{ modality: 'MR', date: '20260401' }] })],
      'A',
      'patient',
    ],
    ['may have several steps', [entry('A'), entry('A')], 'A', 'patient'],
  ] as const)('%s', (_name, entries, accessionNumber, matchedBy) => {
    expect(chooseOrder(STUDY, entries)).toMatchObject({ order: { accessionNumber }, matchedBy });
  });

  it.each([
    ['two could be meant', [entry('A'), entry('B')]],
    ['it is another patient’s', [entry('A', { patientId: 'H10' })]],
    ['it is of another day', [entry('A', { steps: [{ modality: 'CT', date: '20260402' }] })]],
    ['it has no number', [entry(null, { studyInstanceUid: '1.2.3' })]],
    ['its number is none', [entry('A'.repeat(17), { studyInstanceUid: '1.2.3' })]],
    ['nothing is ordered', []],
  ])('is not told where %s', (_name, entries) => {
    expect(chooseOrder(STUDY, entries)).toBeUndefined();
  });

  it('of a study without a date is told only where it is named', () => {
    const undated = { ...STUDY, studyDate: null };
    expect(chooseOrder(undated, [entry('A', { steps: [{ modality: 'CT', date: null }] })])).toBeUndefined();
    expect(chooseOrder(undated, [entry('A', { studyInstanceUid: '1.2.3' })])).toMatchObject({ matchedBy: 'study' });
  });
});

it.each([EXPLICIT_LE, IMPLICIT_LE])('an entry is read as a worklist writes it, in %s', (transferSyntax) => {
  const step = { '00080060': { vr: 'CS', Value: ['CT'] }, '00400002': { vr: 'DA', Value: ['20260401'] } };
  const written = writeDataSet(
    {
      '00080005': { vr: 'CS', Value: ['ISO_IR 192'] },
      '00080050': { vr: 'SH', Value: ['A-7'] },
      '00100020': { vr: 'LO', Value: ['H1'] },
      '0020000D': { vr: 'UI', Value: ['1.2.3'] },
      '00321060': { vr: 'LO', Value: ['Toraks BT, ilaçsız'] },
      '00400100': { vr: 'SQ', Value: [step] },
    },
    transferSyntax,
  );
  expect(readWorklistEntry(written, transferSyntax)).toEqual({
    ...{ patientId: 'H1', studyInstanceUid: '1.2.3', accessionNumber: 'A-7', procedureId: null },
    description: 'Toraks BT, ilaçsız',
    steps: [{ modality: 'CT', date: '20260401' }],
  });
});
