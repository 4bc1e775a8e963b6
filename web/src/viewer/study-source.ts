import {
  type cases,
  numberedImages,
  placedImages,
  type presentationStates,
  type SeriesWindows,
  type studies,
} from '@duai/contract';
import type { PlacedPlane } from './graphics/overlay-planes.ts';
import type { ViewOverlay } from './masks/mask-edits.ts';
import type { PixelDescription } from './pixels/values/describe-pixels.ts';

export type ImageWindow = Readonly<cases.ImageWindow>;

/** One picture: a frame (from 0) of an image. */
export interface Place {
  readonly imageId: string;
  readonly frame: number;
}

export interface ViewableImage {
  readonly id: string;
  /** The identifier that overlays use for the image; null for pictures, and if the reader may not know it. */
  readonly sopInstanceUid: string | null;
  readonly frames: number;
  /** By which a report tells its first frame (`numberedImages`). */
  readonly number: number;
  /** The window that it opens in, if the reader may change it freely; null for pictures and colour images as well. */
  readonly window: studies.Instance['window'];
  /** Why this image has no pixels to show, in the reader's language; it keeps its place in the series. */
  readonly problem?: string;
}

export interface ViewableSeries {
  readonly id: string;
  readonly modality: string | null;
  readonly description: string | null;
  /** As the scanner numbered it; absent where that is not known to the reader. */
  readonly seriesNumber?: number | null;
  /** The examination that it belongs to, where a source may have several. */
  readonly examination?: Pick<studies.Study, 'id' | 'studyDate' | 'description'>;
  readonly windows: SeriesWindows;
  /** In reading order; only images that can be shown. */
  readonly images: readonly ViewableImage[];
}

/**
 * Where a viewer gets its images from: one study or several, of a patient's case, a share link, a reading or a trial. The
 * code that makes a source has fetched the list with the permissions of its reader. Ids are unique within a source, so a
 * viewer may show several sources (priors) side by side. Each fetch is aborted by its signal and rejects with an ApiError.
 */
export interface StudySource {
  /** Identifies the owner of the images in caches; the same for the same list. */
  readonly scope: string;
  readonly series: readonly ViewableSeries[];
  /** One frame, rendered by the server in 8 bit at preview size, in a window or as it opens. @returns a PNG */
  readonly fetchPicture: (place: Place, window: ImageWindow | undefined, signal: AbortSignal) => Promise<Blob>;
  /** A thumbnail beside a name; it does not count as a view of the series. */
  readonly fetchThumbnail?: (place: Place, signal: AbortSignal) => Promise<Blob>;
  /** If absent, the server draws all pictures. */
  readonly stored?: StoredPixels;
  /** Masks on the images of a series; empty if the reader may not see results. */
  readonly fetchOverlays: (seriesId: string, signal: AbortSignal) => Promise<readonly ViewOverlay[]>;
  /** Presentation states among the images; absent for readers who are not offered any. */
  readonly presentations?: {
    readonly all: readonly presentationStates.PresentationState[];
    /** There are more of them than `all`. */
    readonly isCut: boolean;
    /** The list could not be fetched: there may be some. */
    readonly isFailed: boolean;
    readonly open: (id: string, signal: AbortSignal) => Promise<presentationStates.PresentationContent>;
  };
}

/** `isFailed`: the list could not be fetched, and there may be some. */
export type ListedStates = Pick<NonNullable<StudySource['presentations']>, 'all' | 'isCut' | 'isFailed'>;

/** A frame (from 0) of an image of a series. */
export interface FrameName {
  readonly sopInstanceUid: string;
  readonly frame: number;
}

/** Stored values of DICOM images, for readers who change windows and measure. */
export interface StoredPixels {
  /** By SOP Instance UID; images that are missing are drawn by the server (`describePixels`). */
  readonly describe: (seriesId: string, signal: AbortSignal) => Promise<ReadonlyMap<string, PixelDescription>>;
  /** One frame (counted from 0) as Explicit VR Little Endian. */
  readonly fetchFrame: (
    seriesId: string,
    image: Pick<PixelDescription, 'sopInstanceUid'>,
    frame: number,
    signal: AbortSignal,
  ) => Promise<ArrayBuffer>;
  /** Several frames in one call, each handed over as it comes, or the error that keeps it alone back. */
  readonly fetchFrames?: {
    /** Of one call. */
    readonly most: number;
    readonly call: (
      seriesId: string,
      wanted: readonly FrameName[],
      signal: AbortSignal,
      take: (name: FrameName, octets: ArrayBuffer | Error) => void,
    ) => Promise<void>;
  };
  /** So many are worth fetching before they are asked for, where each costs much; without it as many as can be kept. */
  readonly mostAhead?: number;
  /** What the files draw over their own images; without it nobody asks. */
  readonly overlays?: {
    /** Known once the series was described; the same list each time. */
    readonly planesOf: (seriesId: string, sopInstanceUid: string) => readonly PlacedPlane[];
    /** The pixels of one, all its frames, one bit each. */
    readonly fetch: (
      seriesId: string,
      sopInstanceUid: string,
      group: number,
      signal: AbortSignal,
    ) => Promise<ArrayBuffer>;
  };
}

/** The part of a source that shows a single picture; it needs no list. */
export type PictureSource = Pick<StudySource, 'scope' | 'fetchPicture'>;

/** A source without results. */
export const noOverlays: StudySource['fetchOverlays'] = () => Promise.resolve([]);

/** The query of a preview for a place and a window. */
export const previewWish = ({ frame }: Place, window: ImageWindow | undefined) => ({ ...window, frame });

/** Series as patients and doctors with a share link see them; their windows are chosen by name. */
export const seriesOfCase = (series: readonly cases.ViewableSeries[]): ViewableSeries[] =>
  series.map((entry) => ({
    ...entry,
    images: entry.images.map(({ id, frames, number }) => ({ id, frames, number, sopInstanceUid: null, window: null })),
  }));

/** Series as radiologists and institutions see them. */
export const seriesOfStudies = (all: readonly studies.Study[]): ViewableSeries[] =>
  all.flatMap(({ series, id, studyDate, description }) =>
    series.map(({ instances, ...entry }) => ({
      ...entry,
      examination: { id, studyDate, description },
      images: numberedImages(placedImages(instances)).map(({ image: { problem, ...image }, number }) =>
        problem ? { ...image, number, window: null, problem: problem.message } : { ...image, number },
      ),
    })),
  );
