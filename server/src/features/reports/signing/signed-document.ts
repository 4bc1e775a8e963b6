import {
  type AnalysisVerdict,
  type accounts,
  type cases,
  reports as contract,
  type FindingPlace,
  imageNameOf,
  numberedImages,
  placedImages,
  radsInWords,
  type SeenSeries,
  type studies as studyContract,
} from '@duai/contract';
import { AppError, notFound } from '../../../core/app-error.ts';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { sha256Hex } from '../../../core/ids.ts';
import { type AnalysisRow, type Run, statementOf } from '../../analyses/index.ts';

/** The content that a signature covers. */
export interface SignedDocument {
  reportId: string;
  caseNumber: string;
  patientName: string;
  dateOfBirth: string | null;
  /** Patient IDs that the images of the examination carry; absent in documents that are older than this field. */
  patientIds?: string[];
  /** Accession numbers that the images of the examination carry; absent in documents that are older than this field. */
  accessionNumbers?: string[];
  /** True where images carry numbers that are not told, because they name another person or do not agree. */
  areNumbersLeftOut?: boolean;
  /** Of the examination, YYYY-MM-DD, the oldest first; absent in documents that are older than this field. */
  studyDates?: string[];
  /** True where an examination has no date because de-identification moved or removed its dates. */
  areDatesRemoved?: boolean;
  modality: string;
  bodyPart: string | null;
  language: 'tr' | 'en';
  content: contract.ReportContent;
  /** `content.rads` in the words of its list; absent in documents that are older than this field. */
  radsLine?: string | null;
  algorithms: contract.Report['algorithms'];
  /** Every run behind the report, so that its results can be checked against the signature later. */
  analyses: SignedAnalysis[];
  imageSha256: string[];
  /** The images of `content.keyImages`, in the same order; absent in documents that are older than key images. */
  keyImages?: SignedKeyImage[];
  /** Which images show lines of the text; absent in documents that are older than this field. */
  places?: contract.LinePlace[];
  /** True where the signer marked a critical finding. */
  isCritical?: boolean;
  /** When the signer saved a preliminary read of these images, and which sections changed after it. */
  readFirst?: { savedAt: string; changed: string[] };
  /** How many slices of each series were on the signer's screen; absent in documents that are older than this field. */
  seenSeries?: SeenSeries[];
  signedBy: string;
  signedById: string;
  /** Title and registration number at the time of signing; absent in documents that are older than this field. */
  signer?: accounts.Credentials;
  signedAt: string;
}

export interface SignedKeyImage {
  imageId: string;
  /** Null for a picture that is not DICOM. */
  sopInstanceUid: string | null;
  /** SHA-256 of the file as it was received. */
  sha256: string;
  frame: number;
  /**
   * The window in which the image is shown, chosen or not; null for pictures, colour and images with a lookup table.
   * Absent in documents that are older than this field.
   */
  window?: cases.ImageWindow | null;
  /** Where a reader finds it; absent in documents that are older than this field. */
  place?: contract.KeyImagePlace;
}

interface SignedAnalysis {
  algorithmId: string;
  algorithmVersion: string;
  seriesId: string;
  status: AnalysisRow['status'];
  /** SHA-256 of the result as canonical JSON; null where there is none. */
  resultSha256: string | null;
  /** SHA-256 of all text of the run, as canonical JSON; absent in documents that are older than this field. */
  statementSha256?: string | null;
  weightsSha256: string | null;
  inputSha256: string[];
  /** The signer's verdict on the result; null where there is nothing to judge. */
  verdict: AnalysisVerdict | null;
}

/** The RADS category of a signed report in the words that were signed. */
export const signedRadsLine = ({ radsLine, content, language }: SignedDocument): string | null =>
  radsLine === undefined ? radsLineOf(content, language) : radsLine;

/** The RADS category in the words of the list today. */
export const radsLineOf = ({ rads }: contract.ReportContent, language: SignedDocument['language']): string | null =>
  rads && radsInWords(rads, language).line;

/** Input for the PDF: only signed content. */
export interface ReportPdfInput {
  language: 'tr' | 'en';
  signed: SignedDocument;
  radsLine: string | null;
  contentSha256: string;
  /** Where anybody can verify the printed report; printed as a QR code. */
  verifyUrl: string;
  addenda: Omit<contract.Report['addenda'][number], 'id'>[];
  /** The signed key images, and each frame in its window as PNG. */
  keyImages: { image: contract.KeyImage; place: contract.KeyImagePlace | undefined; png: Uint8Array }[];
}

/**
 * @throws AppError NOT_FOUND unless each key image is a readable image of the case that these studies are of;
 * KEY_IMAGE_TWICE where two show the same
 */
export function signedKeyImages(content: contract.ReportContent, studies: studyContract.Study[]): SignedKeyImage[] {
  const places = new Map(studies.flatMap((study) => study.series).flatMap(placesIn));
  const seen = new Set<string>();
  return content.keyImages.map(({ imageId, frame, window, region }) => {
    const { image, place } = places.get(imageId) ?? {};
    if (!image || !place || frame >= image.frames) throw notFound('key image');
    // The window of the file, chosen or not, is one window.
    const isOwn =
      !image.window?.isByTable && window?.center === image.window?.center && window?.width === image.window?.width;
    const name = contract.nameOfKeyImage({ imageId, frame, window: isOwn ? null : window, region });
    if (seen.has(name)) throw new AppError('KEY_IMAGE_TWICE');
    seen.add(name);
    const { window: opening } = image;
    const own = opening && !opening.isByTable ? { center: opening.center, width: opening.width } : null;
    return {
      imageId,
      sopInstanceUid: image.sopInstanceUid,
      sha256: image.sha256,
      frame,
      window: opening && (window ?? own),
      place: { ...place, number: place.number + frame },
    };
  });
}

/** The readable images of a series by id, with the place of their first frame. */
const placesIn = ({ description, modality, instances }: studyContract.Series) =>
  numberedImages(placedImages(instances)).flatMap(({ image, number }) => {
    const series = description ?? modality;
    const place: contract.KeyImagePlace = { series, number, laterality: image.laterality ?? null };
    return image.state === 'ready' ? [[image.id, { image, place }] as const] : [];
  });

/** The content with what the files of its key images say of uptake: so does every reader tell their windows alike. */
export function withUptake(content: contract.ReportContent, studies: studyContract.Study[]): contract.ReportContent {
  const images = studies.flatMap((study) => study.series).flatMap(({ instances }) => instances);
  const factorOf = (imageId: string) => images.find(({ id }) => id === imageId)?.window?.suvFactor ?? null;
  return {
    ...content,
    keyImages: content.keyImages.map((image) => ({ ...image, suvFactor: factorOf(image.imageId) })),
  };
}

/** Lines of the text that stand as an algorithm proposed them, with the image that shows each. */
export function signedPlaces(
  { findings, impression }: contract.ReportContent,
  proposed: { findingId: string; line: string; place: FindingPlace | null; seriesId: string }[],
  studies: studyContract.Study[],
): contract.LinePlace[] {
  const written = new Set(`${findings}\n${impression}`.split('\n').map((line) => line.trim()));
  const series = new Map(studies.flatMap((study) => study.series).map((each) => [each.id, each.instances]));
  const places = new Map<string, contract.LinePlace>();
  for (const { findingId, line, place, seriesId } of proposed) {
    const image = series.get(seriesId)?.find((candidate) => imageNameOf(candidate) === place?.sopInstanceUid);
    if (!place || image?.state !== 'ready' || !written.has(line) || places.has(line)) continue;
    places.set(line, { findingId, line, imageId: image.id, frame: place.frame });
  }
  return [...places.values()];
}

/** The runs as the signature names them, in an order that does not depend on the database. */
export const signedAnalyses = (runs: Run[], verdicts: ReadonlyMap<string, AnalysisVerdict>): SignedAnalysis[] =>
  runs
    .map((run) => ({
      algorithmId: run.algorithmId,
      algorithmVersion: run.algorithmVersion,
      seriesId: run.seriesId,
      status: run.status,
      resultSha256: run.result ? sha256Hex(canonicalJson(run.result)) : null,
      statementSha256: hashOf(statementOf(run)),
      weightsSha256: run.weightsSha256,
      inputSha256: run.inputSha256,
      verdict: verdicts.get(run.id) ?? null,
    }))
    .sort((a, b) => compare(a.seriesId, b.seriesId) || compare(a.algorithmId, b.algorithmId));

const hashOf = (value: object | null): string | null => value && sha256Hex(canonicalJson(value));

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** The document as canonical JSON (RFC 8785), and its SHA-256 in hexadecimal. */
export function seal(document: SignedDocument): { signedDocument: string; contentSha256: string } {
  const signedDocument = canonicalJson(document);
  return { signedDocument, contentSha256: sha256Hex(signedDocument) };
}
