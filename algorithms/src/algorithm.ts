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

/** The metadata of one file of a series, known before its pixels are decoded. */
export interface InstanceInfo {
  kind: 'dicom' | 'jpeg' | 'png';
  header: DicomHeader | null;
  sopInstanceUid: string | null;
  /** The identifier that overlays and findings use (`imageNameOf`). */
  name: string;
  columns: number;
  rows: number;
  frames: number;
}

export interface SeriesInfo {
  seriesInstanceUid: string | null;
  /** The modality that the patient declared (CT, MRI, X-Ray …); null if none was declared. */
  declaredModality: string | null;
  /** The body part that the patient declared, in any words; null if none was declared. */
  declaredBodyPart: string | null;
  /** Age of the person of the case on the day of the case; null if unknown. */
  declaredAgeYears: number | null;
  instances: InstanceInfo[];
  /** The region that a reader drew for an algorithm that measures regions. */
  region?: Region;
}

/** An image as it opens: one byte for each pixel, row by row, 0 black to 255 white. */
export interface GreyImage {
  columns: number;
  rows: number;
  grey: Uint8Array;
  /** True for pictures in colour, such as a photograph or a drawing, which cannot be films. */
  isColoured: boolean;
}

export interface SeriesInput extends SeriesInfo {
  /** Decodes one frame; callers keep only one in memory at a time. */
  loadFrame(index: number, frame?: number): Promise<DecodedFrame>;
  /** The image as it opens: DICOM in its window, with MONOCHROME1 inverted; JPEG and PNG rotated upright. */
  loadGrey(index: number, frame?: number): Promise<GreyImage>;
  /** The headers of all frames of one instance, without pixels. */
  frameHeaders(index: number): Promise<DicomHeader[]>;
  /** @throws VolumeError */
  loadVolume(): Promise<Volume>;
}

export interface Tensor {
  data: Float32Array;
  dims: number[];
}

/** Runs a neural network; the server provides the runtime. */
export interface InferencePort {
  /** `path`: the weights file; it is refused if its hash differs. */
  run(model: { path: string; sha256: string }, inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>;
}

export type GateDecision = { fits: true } | ({ fits: false } & AnalysisReason);

/** What an algorithm declares about itself; the same for built-in ones and for packages (docs/algorithms.md). */
export type Manifest = AlgorithmManifest;

export interface Algorithm {
  manifest: Manifest;
  /** It measures a region drawn by a reader, so it is never planned for a series automatically. */
  isAssisted?: true;
  /** Whether the algorithm applies to the series; decided before anything is decoded. */
  gate(series: SeriesInfo): GateDecision;
  run(input: SeriesInput, context: { inference: InferencePort }): Promise<AlgorithmResult>;
  /** A finding, a limitation or a reason as a sentence. @throws Error for a code without wording */
  sentence(said: AnalysisReason, language: Language): string;
  /** The names of its measurements, by code. */
  measurementNames: Readonly<Record<string, Translated>>;
  /**
   * Whether its findings are about the person. If so, they go into the draft of a report that a patient reads; remarks on the
   * images do not.
   */
  isAboutPerson: boolean;
  /** Codes of findings that only say that something is shown: no draft proposes them, and no verdict is asked. */
  shownOnly?: readonly string[];
  /** The lowest severity with which a finding goes into the impression. */
  impressionFrom: Severity;
  /** The overlay that shows a finding without an image of its own: codes of findings → codes of overlays. */
  shownBy: Readonly<Record<string, string>>;
}
