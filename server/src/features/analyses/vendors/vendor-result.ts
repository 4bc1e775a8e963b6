import {
  type AlgorithmManifest,
  type AlgorithmResult,
  type AnalysisReason,
  decodeRuns,
  encodeRuns,
  type Overlay,
} from '@duai/contract';
import type { CodedConcept, ReportedNumber, ReportedStatement } from '@duai/imaging';

interface Segmentation {
  kind: 'segmentation';
  /** Of the images that its masks lie on. */
  columns: number;
  rows: number;
  segments: { number: number; label: string; type: CodedConcept | null }[];
  /** `runs` is null where a frame cannot be brought onto its image. */
  frames: { segment: number; sopInstanceUid: string; frame: number; runs: string | null }[];
}
interface Report {
  kind: 'report';
  numbers: ReportedNumber[];
  statements: ReportedStatement[];
}

/** A secondary capture, one picture for each frame. The pictures themselves are kept apart from the result. */
interface Capture {
  kind: 'picture';
  frames: number;
  /** SOP Instance UIDs of the images that it names as its sources, as the vendor has them. */
  sources: string[];
}

/** An object that a vendor sent back, as read in a child process. */
export interface VendorObject {
  sopClassUid: string;
  sopInstanceUid: string;
  studyInstanceUid: string;
  seriesInstanceUids: string[];
  /** Of a picture alone, which may name images but no series. */
  sourceSopInstanceUids: string[];
  patientId: string | null;
  /** Pictures as PNG. */
  content: Report | Segmentation | { kind: 'picture'; pictures: Uint8Array[] };
}

/** What is kept of an object. */
export type VendorContent = Report | Segmentation | Capture;
export const contentOf = ({ content, sourceSopInstanceUids: sources }: VendorObject): VendorContent =>
  content.kind === 'picture' ? { kind: 'picture', frames: content.pictures.length, sources } : content;

/** An image of the series: its name here, and its size in pixels. */
export interface SentImage {
  name: string;
  columns: number;
  rows: number;
}

/**
 * The objects contradict the manifest or the images, so there is no result. The message is logged; it never contains
 * text of an object, because a vendor may write a patient's name anywhere.
 */
export class VendorResultError extends Error {
  readonly code = 'RESULT_INVALID';
}

type Evaluated = Extract<AlgorithmResult, { outcome: 'evaluated' }>;
type Output = AlgorithmManifest['outputs'][number];

/** Coding Scheme Designators (PS3.16 table 8-1) of the systems that manifests name by URI. */
const SYSTEMS: Readonly<Record<string, string>> = {
  SCT: 'http://snomed.info/sct',
  DCM: 'http://dicom.nema.org/resources/ontology/DCM',
  LN: 'http://loinc.org',
  RADLEX: 'http://radlex.org',
};
const isOf = ({ coded }: Output, { value, scheme }: CodedConcept): boolean =>
  coded !== undefined && coded.code === value && (coded.system === scheme || coded.system === SYSTEMS[scheme]);

/** Numbers and statements come as a report, masks as a segmentation, pictures as secondary captures. */
const objectOf = ({ kind }: Output): VendorContent['kind'] =>
  kind === 'picture' ? 'picture' : kind === 'mask' ? 'segmentation' : 'report';

/** How many pictures a manifest promises; 0 where it names none. */
export const picturesOf = ({ outputs }: AlgorithmManifest): number => {
  const output = outputs.find(({ kind }) => kind === 'picture');
  return output ? (output.count ?? 1) : 0;
};
export const countPictures = (contents: readonly VendorContent[]): number =>
  contents.reduce((sum, content) => sum + (content.kind === 'picture' ? content.frames : 0), 0);

/** Whether objects of all promised kinds are here, and all promised pictures. */
export function isWhole(manifest: AlgorithmManifest, contents: readonly VendorContent[]): boolean {
  const kinds = new Set(contents.map(({ kind }) => kind));
  return (
    manifest.outputs.every((output) => kinds.has(objectOf(output))) && countPictures(contents) >= picturesOf(manifest)
  );
}

/**
 * Builds a result from a vendor's objects, with the outputs of the manifest. Items that the manifest does not name are
 * only counted, because there is no text for them.
 * @param images by the SOP Instance UIDs that the vendor has
 * @throws VendorResultError
 */
export function resultOf(
  manifest: AlgorithmManifest,
  images: ReadonlyMap<string, SentImage>,
  contents: readonly VendorContent[],
): AlgorithmResult {
  const found: Evaluated = { outcome: 'evaluated', findings: [], measurements: [], overlays: [], limitations: [] };
  let unknown = 0;
  for (const content of contents) {
    if (content.kind === 'report') unknown += addReport(manifest, images, content, found);
    else if (content.kind === 'segmentation') unknown += addMasks(manifest, images, content, found);
  }
  addPictures(manifest, images, contents, found);
  if (!isWhole(manifest, contents)) found.limitations.push({ code: 'VENDOR_SENT_A_PART', params: {} });
  if (unknown > 0) found.limitations.push({ code: 'VENDOR_TOLD_MORE', params: { count: unknown } });
  if (found.findings.length > 0) return found;
  const reasons: AnalysisReason[] = [{ code: 'VENDOR_TOLD_NOTHING', params: {} }, ...found.limitations];
  return { outcome: 'not-evaluable', reasons };
}

const namesOf = (images: ReadonlyMap<string, SentImage>, uids: string[]): { sopInstanceUids?: string[] } => {
  const names = uids.flatMap((uid) => images.get(uid)?.name ?? []);
  return names.length > 0 ? { sopInstanceUids: names } : {};
};

/** @returns how many of its items the manifest does not name */
function addReport(
  { outputs }: AlgorithmManifest,
  images: ReadonlyMap<string, SentImage>,
  { numbers, statements }: Report,
  found: Evaluated,
): number {
  let unknown = 0;
  for (const { concept, value, unit, images: seen } of numbers) {
    const output = outputs.find((each) => each.kind === 'measurement' && isOf(each, concept));
    if (!output) {
      unknown += 1;
      continue;
    }
    if (unit !== output.unit) throw new VendorResultError(`${output.code} is not in ${output.unit}`);
    found.measurements.push({ code: output.code, value, unit });
    found.findings.push({ code: output.code, severity: 'info', params: { value, unit }, ...namesOf(images, seen) });
  }
  for (const { concept, said, images: seen } of statements) {
    const output = outputs.find((each) => each.kind === 'finding' && isOf(each, concept));
    if (!output) continue;
    found.findings.push({ code: output.code, severity: 'notice', params: { said }, ...namesOf(images, seen) });
  }
  return unknown;
}

/** @returns how many of its segments the manifest does not name */
function addMasks(
  { outputs }: AlgorithmManifest,
  images: ReadonlyMap<string, SentImage>,
  { columns, rows, segments, frames }: Segmentation,
  found: Evaluated,
): number {
  let unknown = 0;
  for (const { number, type } of segments) {
    const output = type && outputs.find((each) => each.kind === 'mask' && isOf(each, type));
    if (!output) {
      unknown += 1;
      continue;
    }
    const slices = new Map<string, Overlay['slices'][number]>();
    for (const { sopInstanceUid, frame, runs } of frames.filter(({ segment }) => segment === number)) {
      const image = images.get(sopInstanceUid);
      if (!image) throw new VendorResultError('a mask lies on an image that was not sent');
      if (image.columns !== columns || image.rows !== rows)
        throw new VendorResultError(`a mask of ${columns} × ${rows} on an image of ${image.columns} × ${image.rows}`);
      if (runs === null) throw new VendorResultError('a mask has another geometry than its image');
      if (runs === '') continue;
      const key = `${image.name} ${frame}`;
      const before = slices.get(key);
      const both = before ? union(before.runs, runs, columns * rows) : runs;
      slices.set(key, { sopInstanceUid: image.name, ...(frame > 0 && { frame }), runs: both });
    }
    if (slices.size === 0) continue;
    found.overlays.push({ code: output.code, columns, rows, slices: [...slices.values()] });
    found.findings.push({ code: output.code, severity: 'info', params: { parts: slices.size } });
  }
  return unknown;
}

/** One sentence for all pictures: they are shown as they came, and nothing is read of them. */
function addPictures(
  { outputs }: AlgorithmManifest,
  images: ReadonlyMap<string, SentImage>,
  contents: readonly VendorContent[],
  found: Evaluated,
): void {
  const output = outputs.find(({ kind }) => kind === 'picture');
  const pictures = countPictures(contents);
  if (!output || pictures === 0) return;
  const sources = contents.flatMap((content) => (content.kind === 'picture' ? content.sources : []));
  found.findings.push({
    ...{ code: output.code, severity: 'info', params: { pictures } },
    ...namesOf(images, sources),
  });
}

function union(one: string, other: string, pixels: number): string {
  const mask = decodeRuns(one, pixels);
  for (const [at, pixel] of decodeRuns(other, pixels).entries()) if (pixel) mask[at] = 1;
  return encodeRuns(mask);
}
