import { expect, it } from 'vitest';
import { type SignatureSource, signatureObjects } from './signature-objects.ts';

const UIDS = { studyInstanceUid: '1.2.3', seriesInstanceUid: '1.2.3.4', sopInstanceUid: '1.2.3.4.5' };

/** The names of the objects of a report on one film. */
function namesOf(uids: { [name in keyof typeof UIDS]: string | null }): string[] {
  const image = { id: 'i', kind: 'dicom', state: 'ready', sha256: 'a', frames: 1, sopInstanceUid: uids.sopInstanceUid };
  const series = { id: 's', modality: 'CR', instances: [{ ...image, header: { sopClassUid: '1.2' } }], ...uids };
  const content = { findings: '', impression: 'Sonuç.', keyImages: [] };
  const signed = { signedBy: 'Dr. Deniz', signedById: 'd', signedAt: '2026-11-30T10:00:00.000Z' };
  const source = {
    ...{ document: { ...signed, content, language: 'tr', caseNumber: 'SO-1', radsLine: null }, pdf: 'b', addenda: [] },
    ...{ studies: [{ id: 't', studyDate: null, ...uids, series: [series] }], runs: [], correctedMasks: [] },
    ...{ measurements: [], patientIn: () => ({}) },
  };
  return signatureObjects(source as unknown as SignatureSource).map(({ name }) => name);
}

it('a study without a UID gets no objects: none would have the study that it needs', () => {
  expect(namesOf(UIDS)).toEqual(['report.dcm', 'report-pdf.dcm']);
  expect(namesOf({ studyInstanceUid: null, seriesInstanceUid: null, sopInstanceUid: null })).toEqual([]);
});
