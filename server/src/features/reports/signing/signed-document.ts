import {
  type AnalysisVerdict,
  type accounts,
  type cases,
  reports as contract,
  type FindingPlace,
  imageNameOf,
  type SeenSeries,
  type studies as studyContract,
} from '@duai/contract';
import { AppError, notFound } from '../../../core/app-error.ts';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { sha256Hex } from '../../../core/ids.ts';
import { type AnalysisRow, type Run, statementOf } from '../../analyses/index.ts';

/** What a signature covers. */
export interface SignedDocument {
  reportId: string;
  caseNumber: string;
  patientName: string;
  dateOfBirth: string | null;
  /** Patient IDs that the images carry; documents from before they were kept lack it. */
  patientIds?: string[];
  /** Accession numbers that the images carry; documents from before they were kept lack it. */
  accessionNumbers?: string[];
  /** YYYY-MM-DD, the oldest first; documents from before they were kept lack it. */
  studyDates?: string[];
  /** Of an examination there is no day because its dates were moved, or taken out, with the personal details. */
  areDatesRemoved?: boolean;
  modality: string;
  bodyPart: string | null;
  language: 'tr' | 'en';
  content: contract.ReportContent;
  algorithms: contract.Report['algorithms'];
  /** Every run behind the report, so that its results can be held against the signature later. */
  analyses: SignedAnalysis[];
  imageSha256: string[];
  /** Which images `content.keyImages` are, in the same order; documents from before there were any lack it. */
  keyImages?: SignedKeyImage[];
  /** Which images show lines of the text; documents from before it was kept lack it. */
  places?: contract.LinePlace[];
  /** The signer marked a finding that cannot wait. */
  isCritical?: boolean;
  /** When the signer kept a preliminary read of these images, and which sections changed after it. */
  readFirst?: { savedAt: string; changed: string[] };
  /** How many slices of each series were on the signer's screen; documents from before it was kept lack it. */
  seenSeries?: SeenSeries[];
  signedBy: string;
  signedById: string;
  /** Title and registration number at the time; documents from before they were kept lack it. */
  signer?: accounts.Credentials;
  signedAt: string;
}

export interface SignedKeyImage {
  imageId: string;
  /** Null where a picture is not DICOM. */
  sopInstanceUid: string | null;
  /** Of the file as it came. */
  sha256: string;
  frame: number;
  /** In which it is seen, chosen or not; null for pictures, colour and what opens by a table. Documents from before it was kept lack it. */
  window?: cases.ImageWindow | null;
}

interface SignedAnalysis {
  algorithmId: string;
  algorithmVersion: string;
  seriesId: string;
  status: AnalysisRow['status'];
  /** SHA-256 of the result as canonical JSON; null where there is none. */
  resultSha256: string | null;
  /** SHA-256 of all that the run told in words, as canonical JSON; documents from before it was kept lack it. */
  statementSha256?: string | null;
  weightsSha256: string | null;
  inputSha256: string[];
  /** The signer's word on the result; null where there is nothing to judge. */
  verdict: AnalysisVerdict | null;
}

/** What is rendered: only what was signed. */
export interface ReportPdfInput {
  language: 'tr' | 'en';
  signed: SignedDocument;
  contentSha256: string;
  /** Where anybody can hold the paper against what was signed; printed as a QR code. */
  verifyUrl: string;
  addenda: { kind: contract.Report['addenda'][number]['kind']; text: string; signedBy: string; signedAt: string }[];
  /** The signed key images, and each frame in its window as PNG. */
  keyImages: { image: contract.KeyImage; png: Uint8Array }[];
}

/**
 * @throws AppError NOT_FOUND unless each key image is a readable image of the case that these studies are of;
 * KEY_IMAGE_TWICE where two show the same
 */
export function signedKeyImages(content: contract.ReportContent, studies: studyContract.Study[]): SignedKeyImage[] {
  const images = studies.flatMap((study) => study.series).flatMap(({ instances }) => instances);
  const seen = new Set<string>();
  return content.keyImages.map(({ imageId, frame, window, region }) => {
    const image = images.find(({ id }) => id === imageId);
    if (image?.state !== 'ready' || frame >= image.frames) throw notFound('key image');
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
    };
  });
}

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
