import { describe, expect, it } from 'vitest';
import type { StudyTree } from '../features/studies/index.ts';
import { fhirProblems } from '../testing/fhir.ts';
import { type FhirCase, type FhirSource, fhirBundle } from './patient-bundle.ts';

const uuid = (end: string) => `00000000-0000-4000-8000-0000000000${end}`;
const [PATIENT, CASE, STUDY] = [uuid('a1'), uuid('c1'), uuid('b1')] as const;

const series = (change: object) =>
  ({
    id: 'e1',
    seriesInstanceUid: '1.2.3.4',
    modality: 'CT',
    description: 'Toraks',
    bodyPart: 'CHEST',
    instances: [
      { sopInstanceUid: '1.2.3.4.5', instanceNumber: 1, header: { sopClassUid: '1.2.840.10008.5.1.4.1.1.2' } },
    ],
    ...change,
  }) as unknown as StudyTree['series'][number];
const study = (change: object = {}) =>
  ({
    id: STUDY,
    studyInstanceUid: '1.2.3',
    studyDate: '2026-02-01',
    description: null,
    series: [series({})],
    ...change,
  }) as StudyTree;

const source: FhirSource & { cases: FhirCase[] } = {
  patient: {
    id: PATIENT,
    firstName: 'Zeynep',
    lastName: 'Örnek',
    email: 'z@duai.example',
    phone: null,
    dateOfBirth: '1980-02-29',
    gender: 'female',
    language: 'tr',
  },
  cases: [
    {
      id: CASE,
      caseNumber: 'SO-2026-000001',
      subject: null,
      studies: [
        study(),
        study({ id: uuid('b2'), studyInstanceUid: null, series: [series({ seriesInstanceUid: null })] }),
      ],
      report: {
        id: uuid('e1'),
        signedBy: 'Dr. Deniz',
        signedAt: '2026-02-03T10:00:00.000Z',
        lastSignedAt: '2026-02-03T10:00:00.000Z',
        language: 'tr',
        signer: { title: 'Radyoloji uzmanı', registrationNumber: '12345' },
        conclusion: 'Sonuç.',
        contentSha256: 'ab'.repeat(32),
        addenda: null,
        pdf: { path: 'report.pdf' },
        runs: [
          {
            id: uuid('f1'),
            studyId: STUDY,
            algorithmId: 'ct.lung-density',
            algorithmVersion: '1.2.0',
            title: 'CT lung volume and density',
            endedAt: '2026-02-01T11:00:00.000Z',
            series: { name: 'Toraks', instanceUid: '1.2.3.4', bodyPart: 'CHEST' },
            measurements: [
              {
                id: uuid('f2'),
                codeSystem: 'urn:duai:algorithm:ct.lung-density',
                code: 'LUNG_VOLUME',
                name: { tr: 'Akciğer hacmi', en: 'Lung volume', ar: 'حجم الرئتين' },
                value: 5120.5,
                unit: 'ml',
              },
            ],
            verdict: 'accepted',
          },
        ],
      },
    },
  ],
};
async function bundleOf(of: FhirSource): Promise<{ entry: { resource: Record<string, unknown> }[] }> {
  let text = '';
  for await (const piece of fhirBundle(of, new Date('2026-03-01T00:00:00Z'))) text += piece;
  return JSON.parse(text);
}
const bundle = await bundleOf(source);
const resource = (type: string) => bundle.entry.map((entry) => entry.resource).filter((r) => r.resourceType === type);

describe('the FHIR R4 bundle of an export', () => {
  it('is a collection in which an independent validator finds nothing wrong, whatever the case', async () => {
    expect(bundle).toMatchObject({ resourceType: 'Bundle', type: 'collection' });
    const [own] = source.cases;
    const child = { firstName: 'Can', lastName: 'Örnek', dateOfBirth: null, gender: 'other' as const };
    const bundles: FhirSource[] = [
      source,
      { ...source, cases: [] },
      { ...source, patient: { ...source.patient, phone: '+905321112233', gender: null, dateOfBirth: null } },
      { ...source, cases: [{ ...own!, subject: child, report: null }] },
      { ...source, cases: [{ ...own!, studies: [], report: { ...own!.report!, addenda: 'supplement', pdf: null } }] },
    ];
    for (const each of bundles) expect(fhirProblems(await bundleOf(each))).toEqual([]);
  });

  it('says of each result whom, when, what in standard codes, and that AI asserted it', () => {
    const [observation] = resource('Observation');
    expect(observation).toMatchObject({
      meta: { security: [{ code: 'AIAST' }] },
      status: 'final',
      category: [{ coding: [{ code: 'imaging' }] }],
      code: { coding: [{ code: 'LUNG_VOLUME' }, { system: 'http://snomed.info/sct', code: '118565006' }] },
      subject: { reference: `urn:uuid:${PATIENT}` },
      effectiveDateTime: '2026-02-01',
      bodySite: { coding: [{ system: 'http://snomed.info/sct', code: '39607008' }] },
      valueQuantity: { value: 5120.5, system: 'http://unitsofmeasure.org', code: 'ml' },
    });
    const [practitioner] = resource('Practitioner');
    expect(practitioner).toMatchObject({ name: [{ text: 'Dr. Deniz' }], identifier: [{ value: '12345' }] });
    const device = resource('Device')[0]!;
    expect(device).toMatchObject({ version: [{ value: '1.2.0' }], identifier: [{ value: 'ct.lung-density' }] });
    const roles = resource('Provenance').map(({ target, agent }) => [
      (target as { reference: string }[]).map(({ reference }) => reference),
      (agent as { type: { coding: { code: string }[] }; who: { reference: string } }[]).map(({ type, who }) => [
        type.coding[0]!.code,
        who.reference,
      ]),
    ]);
    expect(roles).toEqual([
      [[`urn:uuid:${uuid('e1')}`], [['legal', `urn:uuid:${practitioner!.id}`]]],
      [
        [`urn:uuid:${observation!.id}`],
        [
          ['author', `urn:uuid:${device.id}`],
          ['verifier', `urn:uuid:${practitioner!.id}`],
        ],
      ],
    ]);
  });

  it('carries what R4 requires of each resource', () => {
    expect(resource('Patient')).toEqual([
      expect.objectContaining({
        gender: 'female',
        birthDate: '1980-02-29',
        name: [expect.objectContaining({ family: 'Örnek' })],
      }),
    ]);
    expect(resource('ImagingStudy')).toEqual([
      expect.objectContaining({
        status: 'available',
        subject: { reference: `urn:uuid:${PATIENT}` },
        identifier: [{ system: 'urn:dicom:uid', value: 'urn:oid:1.2.3' }],
        numberOfInstances: 1,
        series: [
          expect.objectContaining({
            uid: '1.2.3.4',
            bodySite: expect.objectContaining({ system: 'http://snomed.info/sct', code: '816094009' }),
            modality: { system: 'http://dicom.nema.org/resources/ontology/DCM', code: 'CT' },
            instance: [
              expect.objectContaining({
                uid: '1.2.3.4.5',
                sopClass: expect.objectContaining({ code: 'urn:oid:1.2.840.10008.5.1.4.1.1.2' }),
              }),
            ],
          }),
        ],
      }),
    ]);
    expect(resource('DiagnosticReport')).toEqual([
      expect.objectContaining({
        status: 'final',
        category: [{ coding: [expect.objectContaining({ code: 'RAD' })] }],
        effectiveDateTime: '2026-02-01',
        code: { coding: [expect.objectContaining({ system: 'http://loinc.org', code: '24627-2' })] },
        conclusion: 'Sonuç.',
        subject: { reference: `urn:uuid:${PATIENT}` },
        imagingStudy: [{ reference: `urn:uuid:${STUDY}` }],
        presentedForm: [expect.objectContaining({ contentType: 'application/pdf', url: 'report.pdf' })],
      }),
    ]);
  });

  it('keeps a relative apart from the holder of the account', async () => {
    const [own] = source.cases;
    const child = { firstName: 'Can', lastName: 'Örnek', dateOfBirth: '2015-01-01', gender: 'male' as const };
    const entries = (await bundleOf({ ...source, cases: [{ ...own!, subject: child }] })).entry;
    expect(entries.map((entry) => entry.resource).filter((found) => found.resourceType === 'Patient')).toHaveLength(2);
    for (const { resource: found } of entries.filter(({ resource: { resourceType } }) =>
      ['ImagingStudy', 'DiagnosticReport', 'Observation'].includes(String(resourceType)),
    ))
      expect(found.subject).toEqual({ reference: `urn:uuid:${CASE}` });
  });

  it('tells the day of each result’s own study, and of the report that of the newest', async () => {
    const [own] = source.cases;
    const earlier = study({ id: uuid('b3'), studyInstanceUid: '1.2.9', studyDate: '2019-05-04' });
    const newer = study({ id: uuid('b4'), studyInstanceUid: '1.2.8', studyDate: '2026-02-02' });
    const { entry } = await bundleOf({ ...source, cases: [{ ...own!, studies: [earlier, ...own!.studies, newer] }] });
    const days = (type: string) =>
      entry.filter(({ resource }) => resource.resourceType === type).map(({ resource }) => resource.effectiveDateTime);
    expect([days('Observation'), days('DiagnosticReport')]).toEqual([['2026-02-01'], ['2026-02-02']]);
    const undated = { ...own!, studies: [study({ studyDate: null }), newer] };
    const observed = (await bundleOf({ ...source, cases: [undated] })).entry.find(
      ({ resource }) => resource.resourceType === 'Observation',
    );
    expect(observed?.resource.effectiveDateTime).toBe(own!.report!.signedAt);
  });

  it('is issued when its newest edition was signed', async () => {
    const [own] = source.cases;
    const report = { ...own!.report!, addenda: 'correction' as const, lastSignedAt: '2026-02-09T10:00:00.000Z' };
    const { entry } = await bundleOf({ ...source, cases: [{ ...own!, report }] });
    const [found] = entry.filter(({ resource }) => resource.resourceType === 'DiagnosticReport');
    expect(found?.resource).toMatchObject({ status: 'corrected', issued: '2026-02-09T10:00:00.000Z' });
  });

  it('says of a report with an addendum that it was appended to or corrected, and of a case without a report nothing', async () => {
    const [own] = source.cases;
    const appended = await bundleOf({
      ...source,
      cases: [{ ...own!, report: { ...own!.report!, addenda: 'supplement' } }],
    });
    expect(JSON.stringify(appended)).toContain('"status":"appended"');
    const corrected = await bundleOf({
      ...source,
      cases: [{ ...own!, report: { ...own!.report!, addenda: 'correction' } }],
    });
    expect(JSON.stringify(corrected)).toContain('"status":"corrected"');
    const unsigned = await bundleOf({ ...source, cases: [{ ...own!, report: null }] });
    expect(JSON.stringify(unsigned)).not.toContain('DiagnosticReport');
  });
});
