import type {
  AlgorithmManifest,
  AlgorithmResult,
  AnalysisReason,
  Language,
  Region,
  Severity,
  Translated,
} from '@duai/contract';
import type { DecodedFrame, DicomHeader, Volume } from '@duai/imaging';

/** One file of a series, before its pixels. */
export interface InstanceInfo {
  kind: 'dicom' | 'jpeg' | 'png';
  header: DicomHeader | null;
  sopInstanceUid: string | null;
  /** What overlays and findings call it (`imageNameOf`). */
  name: string;
  columns: number;
  rows: number;
  frames: number;
}

export interface SeriesInfo {
  seriesInstanceUid: string | null;
  /** What the patient said it is (CT, MRI, X-Ray …); null where nobody said. */
  declaredModality: string | null;
  /** What the patient said is shown, in any words; null where nobody said. */
  declaredBodyPart: string | null;
  /** Age on the day of the case of the person whom it names; null where that is not known. */
  declaredAgeYears: number | null;
  instances: InstanceInfo[];
  /** What a reader outlined for an algorithm that measures a region. */
  region?: Region;
}

/** An image as it opens: one byte a pixel, row by row, 0 black to 255 white. */
export interface GreyImage {
  columns: number;
  rows: number;
  grey: Uint8Array;
  /** Has colours: a photograph, a drawing. Films have none. */
  isColoured: boolean;
}

export interface SeriesInput extends SeriesInfo {
  /** Decodes one instance; callers keep one at a time in memory. */
  loadFrame(index: number, frame?: number): Promise<DecodedFrame>;
  /** The same as it opens: DICOM in its window, with MONOCHROME1 turned over; JPEG and PNG turned upright. */
  loadGrey(index: number, frame?: number): Promise<GreyImage>;
  /** Headers of all frames of one instance, without pixels. */
  frameHeaders(index: number): Promise<DicomHeader[]>;
  /** @throws VolumeError */
  loadVolume(): Promise<Volume>;
}

export interface Tensor {
  data: Float32Array;
  dims: number[];
}

/** Runs a neural network; the runtime behind it is the server's business. */
export interface InferencePort {
  /** `path`: of the weights; they are refused where they do not have the hash. */
  run(model: { path: string; sha256: string }, inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>;
}

export type GateDecision = { fits: true } | ({ fits: false } & AnalysisReason);

/** What an algorithm says of itself; the same for built-in ones and for packages (docs/algorithms.md). */
export type Manifest = AlgorithmManifest;

export interface Algorithm {
  manifest: Manifest;
  /** It measures what a reader outlines, and is not planned for a series by itself. */
  isAssisted?: true;
  /** Before anything is decoded: does the series fit? */
  gate(series: SeriesInfo): GateDecision;
  run(input: SeriesInput, context: { inference: InferencePort }): Promise<AlgorithmResult>;
  /** A finding, a limitation or a reason in words. @throws Error for a code without wording */
  sentence(said: AnalysisReason, language: Language): string;
  /** What its measurements are called, by code. */
  measurementNames: Readonly<Record<string, Translated>>;
  /** Whether its findings are about the person, for the draft of a report that a patient reads. Remarks on the images are not. */
  isAboutPerson: boolean;
  /** The least severity with which a finding belongs in the impression. */
  impressionFrom: Severity;
  /** Which overlay shows a finding that names no image: codes of findings → codes of overlays. */
  shownBy: Readonly<Record<string, string>>;
}
