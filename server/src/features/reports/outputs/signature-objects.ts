import { given, reportTitleOf, type StandardCode } from '@duai/contract';
import { ENHANCED_SR, type Evidence, type ImagingReport, type Verification } from '@duai/imaging';
import type { ObjectToWrite } from '../../../compute/objects/write-signature-object.ts';
import { uidOf } from '../../../core/derived-ids.ts';
import { DOCUMENT_TEXTS } from '../../../core/texts.ts';
import { reportedResult, segmentedSeries } from '../../analyses/index.ts';
import { evidenceOf, type FullTree } from '../../studies/index.ts';
import { namesOfSeries } from '../drafts/series-of-results.ts';
import type { CorrectedMaskRow, MeasurementRow } from '../reports.tables.ts';
import { type SignedDocument, signedRadsLine } from '../signing/signed-document.ts';
import { addendumInWords, named, ORGANISATION, personNameOf, type SignedAddendum, textOf } from './object-names.ts';
import type { PatientIn } from './patient-of-objects.ts';
import { readerMeasurementObjects } from './reader-measurements.ts';
import { isUnchanged, type SignedRun } from './signed-runs.ts';

export interface SignatureSource {
  document: SignedDocument;
  /** SHA-256 of the signed PDF. */
  pdf: string;
  /** In the order of their signatures. */
  addenda: readonly SignedAddendum[];
  studies: readonly FullTree[];
  /** The runs that the signature covers, without those that the signer rejected. */
  runs: readonly SignedRun[];
  /** The last version of each mask that a reader corrected. */
  correctedMasks: readonly CorrectedMaskRow[];
  /** Those that the signature covers. */
  measurements: readonly MeasurementRow[];
  patientIn: PatientIn;
}
/** An object that is not yet assigned to a study. */
type UnplacedObject = ObjectToWrite extends infer Each
  ? Each extends { sha256: string }
    ? Omit<Each, 'sha256'>
    : never
  : never;

/** The DICOM codes of each report section: its heading (PS3.16 CID 7001) and the name of its text (CID 7002). */
const LN = (value: string, meaning: string): StandardCode => ({ scheme: 'LN', value, meaning });
const DCM = (value: string, meaning: string): StandardCode => ({ scheme: 'DCM', value, meaning });
const SECTIONS = {
  clinicalInformation: [LN('55752-0', 'Clinical Information'), DCM('121060', 'History')],
  technique: [LN('55111-9', 'Current Procedure Descriptions'), DCM('121065', 'Procedure Description')],
  comparison: [LN('55114-3', 'Prior Procedure Descriptions'), DCM('121065', 'Procedure Description')],
  findings: [LN('59776-5', 'Findings'), DCM('121071', 'Finding')],
  impression: [LN('19005-8', 'Impressions'), DCM('121073', 'Impression')],
  recommendations: [LN('18783-1', 'Recommendations'), DCM('121075', 'Recommendation')],
  plainSummary: [LN('55112-7', 'Summary'), DCM('121111', 'Summary')],
} as const;
const ADDENDUM = [LN('55107-7', 'Addendum'), DCM('121106', 'Comment')] as const;
const KEY_IMAGES = LN('55113-5', 'Key Images');
/**
 * The DICOM objects of a signed report. `sha256` is the hash of an image of the study in which the object is filed: the
 * report (TID 2000) and the PDF go to the latest study; measurements of algorithms and of the signer (TID 1500), key
 * images and segmentations to their own. Studies without a DICOM image get no objects, nor do those without a UID, which an object of
 * the study must have (Study Instance UID, type 1, PS3.3 C.7.2.1).
 */
export function signatureObjects(source: SignatureSource): ObjectToWrite[] {
  const inDicom = source.studies
    .filter(({ studyInstanceUid }) => studyInstanceUid)
    .flatMap((tree) => {
      const [image] = tree.series.flatMap(({ instances }) => instances.filter(isReadable));
      return image ? [{ tree, sha256: image.sha256 }] : [];
    })
    .sort((a, b) => (b.tree.studyDate ?? '').localeCompare(a.tree.studyDate ?? ''));
  const [latest] = inDicom;
  if (!latest) return [];
  return [
    { ...reportObject(source, latest.tree), sha256: latest.sha256 },
    { ...documentObject(source, latest.tree), sha256: latest.sha256 },
    ...inDicom.flatMap(({ tree, sha256 }) =>
      [measurementObject(source, tree), keyObject(source, tree), ...segmentationObjects(source, tree)].flatMap(
        (object) => (object ? [{ ...object, sha256 }] : []),
      ),
    ),
    ...readerMeasurementObjects(
      {
        rows: source.measurements,
        reader: { id: source.document.signedById, name: source.document.signedBy },
        language: source.document.language,
        verification: verificationOf(source.document),
        at: source.document.signedAt,
        patientIn: source.patientIn,
      },
      source.studies,
    ),
  ];
}

export const isReadable = ({ kind, state }: FullTree['series'][number]['instances'][number]) =>
  kind === 'dicom' && state === 'ready';

const verificationOf = ({ signedBy, signedAt }: Pick<SignedDocument, 'signedBy' | 'signedAt'>): Verification => ({
  name: personNameOf(signedBy),
  organization: ORGANISATION,
  at: signedAt,
});
const titleOf = ({ studies }: SignatureSource) => reportTitleOf(studies.flatMap(({ series }) => series));
const lastWord = ({ document, addenda }: SignatureSource): string => addenda.at(-1)?.signedAt ?? document.signedAt;

function reportObject(source: SignatureSource, tree: FullTree): UnplacedObject {
  const { document, addenda, studies } = source;
  const { content, language } = document;
  const rads = signedRadsLine(document) ?? '';
  const signed = {
    ...source.patientIn(tree),
    language,
    title: titleOf(source),
    verification: verificationOf(document),
    sections: (Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]).map((name) => ({
      heading: SECTIONS[name][0],
      concept: SECTIONS[name][1],
      text: textOf([content[name], ...(name === 'impression' ? [rads] : [])].filter(Boolean).join('\n')),
    })),
    keyImages: keyImagesIn(source, studies),
    keyImagesHeading: KEY_IMAGES,
    evidence: studies.flatMap(evidenceOf),
  };
  const object = named(signed, { at: document.signedAt, seriesDescription: 'Report' });
  return { kind: 'report', name: 'report.dcm', object: withAddenda(object, addenda, tree) };
}

/**
 * With addenda it is a new object, which names those of the editions before and is verified by who signed the addenda too. What an
 * edition adds to the one before names it, so that the list of all images is hashed once.
 */
function withAddenda(
  signed: ImagingReport,
  addenda: SignatureSource['addenda'],
  { studyInstanceUid }: FullTree,
): ImagingReport {
  const { language, seriesDescription } = signed;
  const names: Pick<ImagingReport, 'at' | 'sopInstanceUid' | 'seriesInstanceUid'>[] = [signed];
  const sections = addenda.map((addendum, number) => {
    const text = addendumInWords(addendum, language);
    const content = { after: names[number]?.sopInstanceUid, text };
    const { at, sopInstanceUid, seriesInstanceUid } = named(content, { at: addendum.signedAt, seriesDescription });
    names.push({ at, sopInstanceUid, seriesInstanceUid });
    return { heading: ADDENDUM[0], concept: ADDENDUM[1], text };
  });
  return {
    ...signed,
    ...names.at(-1),
    sections: [...signed.sections, ...sections],
    laterVerifications: addenda.map(verificationOf),
    predecessors: names.slice(0, -1).map(({ sopInstanceUid, seriesInstanceUid }) => ({
      studyInstanceUid: given(studyInstanceUid, 'the UID of a study that gets objects'),
      seriesInstanceUid,
      sopClassUid: ENHANCED_SR,
      sopInstanceUid,
    })),
  };
}

function documentObject(source: SignatureSource, tree: FullTree): UnplacedObject {
  const { document, pdf } = source;
  const object = {
    ...source.patientIn(tree),
    title: `Report ${document.caseNumber}`,
    kind: titleOf(source),
    isVerified: true,
    pdfSha256: pdf,
  };
  const about = { at: lastWord(source), seriesDescription: 'Report as PDF' };
  const { pdfSha256: _identity, ...written } = named(object, about);
  return { kind: 'document', name: 'report-pdf.dcm', object: written };
}

function measurementObject(source: SignatureSource, tree: FullTree): UnplacedObject | null {
  const { document } = source;
  const series = new Map(tree.series.map((each) => [each.id, each]));
  const names = namesOfSeries(source.studies.flatMap((each) => each.series));
  const results = source.runs.filter(isUnchanged).flatMap((run) => {
    const own = series.get(run.seriesId);
    return own
      ? [
          reportedResult(
            run,
            { name: given(names.get(own.id), 'a series of the case'), instanceUid: own.seriesInstanceUid },
            document.language,
          ),
        ]
      : [];
  });
  if (results.length === 0) return null;
  const object = {
    ...source.patientIn(tree),
    language: document.language,
    procedure: reportTitleOf(tree.series),
    deviceName: ORGANISATION,
    deviceUid: uidOf('duai'),
    verification: verificationOf(document),
    comment: DOCUMENT_TEXTS[document.language].draft.aiResults,
    results,
    evidence: evidenceOf(tree),
  };
  const about = { at: document.signedAt, seriesDescription: 'Measurements' };
  return { kind: 'measurements', name: `measurements-${tree.id}.dcm`, object: named(object, about) };
}

function keyObject(source: SignatureSource, tree: FullTree): UnplacedObject | null {
  const images = keyImagesIn(source, [tree]);
  if (images.length === 0) return null;
  const captions = source.document.content.keyImages.map(({ caption }) => caption.trim()).filter(Boolean);
  const object = {
    ...source.patientIn(tree),
    observer: personNameOf(source.document.signedBy),
    description: textOf(captions.join('\n')),
    images,
  };
  const about = { at: source.document.signedAt, seriesDescription: 'Key images' };
  return { kind: 'key-objects', name: `key-images-${tree.id}.dcm`, object: named(object, about) };
}

function keyImagesIn(
  { document }: SignatureSource,
  trees: readonly FullTree[],
): (Evidence & { frame: number | null })[] {
  const byName = new Map(trees.flatMap(evidenceOf).map((each) => [each.sopInstanceUid, each]));
  const frames = new Map(
    trees
      .flatMap(({ series }) => series.flatMap(({ instances }) => instances))
      .map((each) => [each.sopInstanceUid, each.frames]),
  );
  return (document.keyImages ?? []).flatMap(({ sopInstanceUid, frame }) => {
    const image = sopInstanceUid ? byName.get(sopInstanceUid) : undefined;
    return image ? [{ ...image, frame: frames.get(image.sopInstanceUid) === 1 ? null : frame }] : [];
  });
}

/** The masks as their readers left them: of a result that was corrected only those that a reader drew. */
function segmentationObjects(source: SignatureSource, tree: FullTree): UnplacedObject[] {
  return source.runs.flatMap((run) => {
    const series = tree.series.find(({ id }) => id === run.seriesId);
    const corrected = source.correctedMasks.filter(({ analysisId }) => analysisId === run.id);
    const segmented =
      series && segmentedSeries(run, series, { corrected, isOnlyCorrected: run.verdict === 'corrected' });
    if (!segmented) return [];
    const lastCorrected = corrected
      .filter(({ code }) => segmented.segments.some(({ label }) => label === code))
      .toSorted((one, other) => one.correctedAt.getTime() - other.correctedAt.getTime())
      .at(-1);
    const object = {
      ...source.patientIn(tree),
      ...segmented,
      ...(lastCorrected && { creator: personNameOf(lastCorrected.staffName) }),
    };
    const at = lastCorrected?.correctedAt ?? run.finishedAt ?? run.createdAt;
    const about = { at: at.toISOString(), seriesDescription: 'Segmentation' };
    return [{ kind: 'segmentation' as const, name: `segmentation-${run.id}.dcm`, object: named(object, about) }];
  });
}
