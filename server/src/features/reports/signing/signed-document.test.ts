import { createHash } from 'node:crypto';
import type { studies as studyContract } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../analyses/index.ts';
import {
  type SignedDocument,
  seal,
  signedAnalyses,
  signedKeyImages,
  signedRadsLine,
  withUptake,
} from './signed-document.ts';

const document: SignedDocument = {
  signedBy: 'Dr. Ayşe Işık',
  reportId: 'r',
  caseNumber: 'SO-2026-000001',
  patientName: 'Zeynep "ليلى" Kanarya',
  dateOfBirth: null,
  modality: 'CT',
  bodyPart: null,
  language: 'tr',
  content: {
    clinicalInformation: '',
    technique: '',
    comparison: '',
    findings: 'a\nb €',
    impression: 'c',
    recommendations: '',
    plainSummary: '',
    rads: null,
    agreement: null,
    keyImages: [
      { imageId: 'i', frame: 0, window: { center: 40, width: 80 }, suvFactor: null, region: null, caption: 'ok' },
    ],
  },
  algorithms: [],
  analyses: [],
  imageSha256: ['00'],
  keyImages: [{ imageId: 'i', sopInstanceUid: '1.2', sha256: '00', frame: 0 }],
  signedById: 's',
  signedAt: '2026-11-21T09:00:00.000Z',
};

const shown = document.content.keyImages[0]!;

const run = (seriesId: string, algorithmId: string, result: unknown): Run =>
  ({
    id: `${seriesId}${algorithmId}`,
    algorithmId,
    algorithmVersion: '1.0.0',
    seriesId,
    status: result ? 'evaluated' : 'failed',
    result,
    title: { tr: 'Akciğer', en: 'Lung', ar: 'رئة' },
    findings: [],
    frozenAt: new Date(0),
    weightsSha256: null,
    inputSha256: ['aa'],
  }) as unknown as Run;

describe('the signed document', () => {
  it('is canonical JSON: members sorted, no white space, only what must be is escaped (RFC 8785, 3.2)', () => {
    const { signedDocument, contentSha256 } = seal(document);
    expect(signedDocument).toBe(
      '{"algorithms":[],"analyses":[],"bodyPart":null,"caseNumber":"SO-2026-000001","content":{"agreement":null,"clinicalInformation":"",' +
        '"comparison":"","findings":"a\\nb €","impression":"c","keyImages":[{"caption":"ok","frame":0,"imageId":"i","region":null,"suvFactor":null,"window":{"center":40,"width":80}}],"plainSummary":"","rads":null,"recommendations":"","technique":""},' +
        '"dateOfBirth":null,"imageSha256":["00"],"keyImages":[{"frame":0,"imageId":"i","sha256":"00","sopInstanceUid":"1.2"}],"language":"tr","modality":"CT","patientName":"Zeynep \\"ليلى\\" Kanarya",' +
        '"reportId":"r","signedAt":"2026-11-21T09:00:00.000Z","signedBy":"Dr. Ayşe Işık","signedById":"s"}',
    );
    expect(contentSha256).toBe(createHash('sha256').update(signedDocument, 'utf8').digest('hex'));
  });

  it('keeps the words of its RADS category when the list gets others', () => {
    const content = { ...document.content, rads: { system: 'lung-rads' as const, category: '3' } };
    expect(signedRadsLine({ ...document, content, radsLine: 'Lung-RADS 3: as it was' })).toBe('Lung-RADS 3: as it was');
    expect(signedRadsLine({ ...document, content, radsLine: null })).toBeNull();
    // Of a document from before the field, the words of today.
    expect(signedRadsLine({ ...document, content })).toBe('Lung-RADS 3: büyük olasılıkla benign');
    expect(signedRadsLine(document)).toBeNull();
  });

  it('has another hash when one letter, the signer or the time differs', () => {
    const { contentSha256 } = seal(document);
    for (const changed of [
      { ...document, content: { ...document.content, findings: 'a\nB €' } },
      { ...document, keyImages: [{ ...document.keyImages![0]!, sha256: '01' }] },
      { ...document, content: { ...document.content, keyImages: [{ ...shown, window: { center: 41, width: 80 } }] } },
      { ...document, signedBy: 'Dr. Ayşe Isık' },
      { ...document, signedAt: '2026-11-21T09:00:00.001Z' },
    ]) {
      expect(seal(changed).contentSha256).not.toBe(contentSha256);
    }
  });

  it('covers what a run told: another word in it is another hash', () => {
    const told = run('s1', 'a', { x: 1 });
    const hashOf = (each: Run) => signedAnalyses([each], new Map())[0]!.statementSha256;
    expect(hashOf(told)).toBe(hashOf(run('s1', 'a', { x: 1 })));
    expect(hashOf({ ...told, title: { ...told.title!, ar: 'رئتان' } })).not.toBe(hashOf(told));
    expect(hashOf({ ...told, frozenAt: null })).toBeNull();
  });

  it('names every run, whatever order the database gave them and their members in', () => {
    const runs = [run('s2', 'a', { x: 1, y: 0.1 }), run('s1', 'b', null), run('s1', 'a', { y: 0.1, x: 1 })];
    const named = signedAnalyses(runs, new Map([['s2a', 'corrected']]));
    expect(named.map(({ seriesId, algorithmId, status }) => `${seriesId} ${algorithmId} ${status}`)).toEqual([
      's1 a evaluated',
      's1 b failed',
      's2 a evaluated',
    ]);
    expect(named[0]!.resultSha256).toBe(createHash('sha256').update('{"x":1,"y":0.1}').digest('hex'));
    expect(named[0]!.resultSha256).toBe(named[2]!.resultSha256);
    expect(named[1]!.resultSha256).toBeNull();
    expect(signedAnalyses([...runs].reverse(), new Map([['s2a', 'corrected']]))).toEqual(named);
    expect(named.map(({ verdict }) => verdict)).toEqual([null, null, 'corrected']);
  });
});

describe('the key images of a signature', () => {
  const stored: Partial<NonNullable<studyContract.Instance['window']>> = { center: 40, width: 400, isInverted: false };
  const instance = { id: 'i', state: 'ready', frames: 2, window: stored, sopInstanceUid: '1.2', sha256: '00' };
  const studies = [{ series: [{ instances: [instance] }] }] as unknown as Parameters<typeof signedKeyImages>[1];
  const named = (...keyImages: Partial<typeof shown>[]) =>
    signedKeyImages(
      { ...document.content, keyImages: keyImages.map((wish) => ({ ...shown, window: null, ...wish })) },
      studies,
    );

  it('may show one slice in several windows, several frames, the whole and a part', () => {
    const region = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
    expect(named({}, { window: { center: -600, width: 1500 } }, { frame: 1 }, { region })).toHaveLength(4);
  });

  it('are told by Instance Number where each image has its own', () => {
    const numbered = [101, 102].map((instanceNumber) => ({
      ...instance,
      frames: 1,
      id: `${instanceNumber}`,
      instanceNumber,
    }));
    const series = [{ description: 'T1', modality: 'MR', instances: numbered }];
    const several = [{ series }] as unknown as typeof studies;
    const [signed] = signedKeyImages(
      { ...document.content, keyImages: [{ ...shown, imageId: '102', frame: 0 }] },
      several,
    );
    expect(signed?.place?.number).toBe(102);
  });

  it('are told with series, side and number: of frames by position, as the viewer counts them', () => {
    const ready = { ...instance, frames: 3 };
    const of = (description: string | null, laterality?: 'left') => ({
      ...{ description, modality: 'MG' },
      instances: [
        { ...ready, id: `${description} 1` },
        { ...ready, id: `${description} 2`, state: 'refused' },
        { ...ready, id: `${description} 3`, laterality },
      ],
    });
    const several = [{ series: [of('L MLO', 'left'), of(null)] }] as unknown as typeof studies;
    const keyImages = ['L MLO 1', 'L MLO 3', 'null 3'].map((imageId) => ({ ...shown, imageId, frame: 1 }));
    const places = signedKeyImages({ ...document.content, keyImages }, several).map(({ place }) => place);
    expect(places).toEqual([
      { series: 'L MLO', number: 2, laterality: null },
      { series: 'L MLO', number: 5, laterality: 'left' },
      { series: 'MG', number: 5, laterality: null },
    ]);
  });

  it('refuse the same slice in the same window twice, also where that window is the one of the file', () => {
    const bone = { center: 400, width: 1800 };
    for (const pair of [
      [{}, { caption: 'other words' }],
      [{ window: bone }, { window: { ...bone } }],
      [{}, { window: { center: 40, width: 400 } }],
    ])
      expect(() => named(...pair)).toThrow(expect.objectContaining({ code: 'KEY_IMAGE_TWICE' }));
  });

  it('that open by a table of their file have no window unless one was chosen', () => {
    instance.window = { ...stored, isByTable: true };
    const own = { center: 40, width: 400 };
    expect(named({}, { window: own }).map(({ window }) => window)).toEqual([null, own]);
    instance.window = stored;
  });

  it('of PET are told in the uptake that their file says', () => {
    instance.window = { ...stored, suvFactor: 0.0005 };
    const content = {
      ...document.content,
      keyImages: [
        { ...shown, suvFactor: 7 },
        { ...shown, imageId: 'other' },
      ],
    };
    expect(withUptake(content, studies).keyImages.map(({ suvFactor }) => suvFactor)).toEqual([0.0005, null]);
    instance.window = stored;
  });
});
