import { chestPhantom } from '@duai/imaging';
import { type DicomHeader, findIdentity, inspectFile } from '@duai/imaging/browser';
import { beforeAll, describe, expect, it } from 'vitest';
import { examinationOf, type Finding, type Looked, summarise } from './preflight.ts';
import type { FileReport, PictureReport } from './preflight-client.ts';

const phantom = chestPhantom({ slices: 12, matrix: 32, pixelSpacingMm: 10, sliceThicknessMm: 10 });
const wanted = { modality: 'CT', bodyPart: 'Akciğer' } as const;
let scan: Looked[];

async function look(name: string, bytes: Uint8Array): Promise<Looked> {
  const source = {
    sizeBytes: bytes.length,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  const report = {
    inspection: await inspectFile(source),
    identity: await findIdentity(source),
    canRemoveIdentity: true,
    picture: null,
  };
  return { key: name, name, report };
}
const changed = (entry: Looked, header: Partial<DicomHeader>): Looked => {
  const { inspection } = entry.report;
  if (inspection.status !== 'accepted' || inspection.kind !== 'dicom') throw new Error('not an image');
  const report = { ...entry.report, inspection: { ...inspection, header: { ...inspection.header, ...header } } };
  return { ...entry, key: `${entry.key}*`, report };
};
const picture = (name: string, glance: PictureReport): Looked => ({
  key: name,
  name,
  report: {
    inspection: { status: 'accepted', kind: 'jpeg', columns: 100, rows: 100, warnings: [] },
    identity: [],
    canRemoveIdentity: true,
    picture: glance,
  },
});
const refused = (name: string, code: 'NO_PIXEL_DATA' | 'TRUNCATED'): Looked => ({
  key: name,
  name,
  report: {
    inspection: { status: 'refused', code, reason: '' } as FileReport['inspection'],
    identity: [],
    canRemoveIdentity: false,
    picture: null,
  },
});
const codes = (looked: Looked[], of: Parameters<typeof summarise>[1] = wanted): Finding['code'][] =>
  summarise(looked, of).findings.map(({ code }) => code);

beforeAll(async () => {
  scan = await Promise.all(phantom.files.map(({ name, bytes }) => look(name, bytes)));
});

describe('what is known of files before they are sent', () => {
  it('names series, counts images, and finds nothing wrong with a good scan', () => {
    const found = summarise(scan, wanted);
    expect(found.series).toMatchObject([{ modality: 'CT', images: 12 }]);
    expect(found.findings).toEqual([]);
    expect(found.identity).toContainEqual({ keyword: 'PatientName', values: ['PHANTOM CHEST'] });
  });

  it('notices slices that are missing, and how many', () => {
    const findings = summarise(scan.toSpliced(5, 2), wanted).findings;
    expect(findings).toMatchObject([{ code: 'MISSING_SLICES', missing: 2 }]);
    const unplaced = scan.toSpliced(3, 1).map((entry) => changed(entry, { imagePositionPatientMm: null }));
    expect(summarise(unplaced, wanted).findings).toMatchObject([{ code: 'MISSING_SLICES', missing: 1 }]);
  });

  it('notices two people, and says which files are whose', () => {
    const [finding] = summarise([...scan, changed(scan[0]!, { patientKey: 'somebody' })], wanted).findings;
    expect(finding).toMatchObject({ code: 'TWO_PATIENTS' });
    expect(finding?.code === 'TWO_PATIENTS' && finding.people.map(({ keys }) => keys.length)).toEqual([12, 1]);
  });

  it('takes two numbers of two hospitals for one person where name and date of birth agree', () => {
    const as = (entry: Looked, name: string, birthDate: string, patientKey: string): Looked => {
      const said = changed(entry, { patientKey });
      const identity = [
        ...said.report.identity.filter(({ keyword }) => keyword !== 'PatientName'),
        { ...said.report.identity[0]!, keyword: 'PatientName' as const, value: name },
        { ...said.report.identity[0]!, keyword: 'PatientBirthDate' as const, value: birthDate },
      ];
      return { ...said, report: { ...said.report, identity } };
    };
    const ours = scan.map((entry) => as(entry, 'IŞIK^ZEYNEP', '19610312', 'first'));
    const added = (name: string, birthDate: string, to = ours) =>
      codes([...to, as(scan[0]!, name, birthDate, 'second')]);
    expect(added('Isik^Zeynep^', '19610312')).toEqual([]);
    expect(added('ZEYNEP IŞIK', '19610312')).toEqual([]);
    expect(added('IŞIK^ZEYNEP', '19610313')).toEqual(['TWO_PATIENTS']);
    expect(added('IŞIK^AYŞE', '19610312')).toEqual(['TWO_PATIENTS']);
    expect(added('IŞIK^ZEYNEP', '')).toEqual(['TWO_PATIENTS']);
    // An empty name does not count as a different person.
    const nameless = scan.map((entry) => as(entry, '^^', '19610312', 'first'));
    expect(added('', '19610312', nameless)).toEqual(['TWO_PATIENTS']);
  });

  it('knows the examination that a modality of DICOM belongs to', () => {
    expect(['CT', 'MR', 'DX', 'US', 'MG', 'PT', 'NM', 'SR'].map(examinationOf)).toEqual([
      'CT',
      'MRI',
      'X-Ray',
      'Ultrasound',
      'Mammography',
      'PET-CT',
      null,
      null,
    ]);
  });

  it('notices another body part or another kind of examination than the case says', () => {
    const knees = scan.map((entry) => changed(entry, { bodyPartExamined: 'KNEE' }));
    expect(codes(knees)).toEqual(['WRONG_BODY_PART']);
    expect(codes(knees, { modality: 'CT', bodyPart: 'Sol diz' })).toEqual([]);
    expect(codes(knees, { modality: 'CT', bodyPart: 'ركبة' })).toEqual([]);
    expect(codes(knees, { modality: 'CT', bodyPart: null })).toEqual([]);
    expect(codes(scan, { modality: 'MRI', bodyPart: null })).toEqual(['WRONG_MODALITY']);
  });

  it('notices photographs, written pages, objects without images and damaged files', () => {
    expect(codes([picture('film.jpg', { hasCamera: true, whiteShare: 0.1 })])).toEqual(['PHOTOGRAPH']);
    expect(codes([picture('rapor.jpg', { hasCamera: true, whiteShare: 0.8 })])).toEqual(['DOCUMENT']);
    expect(codes([picture('grafi.png', { hasCamera: false, whiteShare: 0.2 })])).toEqual([]);
    expect(codes([refused('sr.dcm', 'NO_PIXEL_DATA'), refused('yarım.dcm', 'TRUNCATED')])).toEqual([
      'NO_IMAGE',
      'UNREADABLE',
    ]);
    expect(codes([changed(scan[0]!, { burnedInAnnotation: 'YES' })])).toEqual(['BURNED_IN']);
  });

  it('expects writing in pictures of ultrasound and in captures of a screen, unless the file denies it', () => {
    const ultrasound = { modality: 'US', burnedInAnnotation: null } as const;
    const wish = { modality: 'Ultrasound', bodyPart: null } as const;
    expect(codes([changed(scan[0]!, ultrasound)], wish)).toEqual(['BURNED_IN']);
    expect(codes([changed(scan[0]!, { ...ultrasound, burnedInAnnotation: 'NO' })], wish)).toEqual([]);
    // Files that cannot be blacked out are recognised: MPEG-2 (1.2.840.10008.1.2.4.100), and files that unpack to more than
    // the limit.
    const pixelData = { offset: 0, length: 0, isEncapsulated: true };
    const [video, jpeg] = ['1.2.840.10008.1.2.4.100', '1.2.840.10008.1.2.4.50'];
    const compressed = (transferSyntaxUid: string, frames = 1) =>
      codes([changed(scan[0]!, { ...ultrasound, pixelData, transferSyntaxUid, frames })], wish);
    expect(compressed(video)).toEqual(['BURNED_IN_FIXED']);
    expect(compressed(jpeg)).toEqual(['BURNED_IN']);
    expect(compressed(jpeg, 100_000)).toEqual(['BURNED_IN_FIXED']);
    expect(codes([changed(scan[0]!, { burnedInAnnotation: null, sopClassUid: '1.2.840.10008.5.1.4.1.1.7' })])).toEqual([
      'BURNED_IN',
    ]);
    expect(
      codes([changed(scan[0]!, { burnedInAnnotation: null, sopClassUid: '1.2.840.10008.5.1.4.1.1.77.1.4' })]),
    ).toEqual([]);
  });
});
