import type { cases, SeriesWindows, studies } from '@duai/contract';
import type { PlacedPlane } from './graphics/overlay-planes.ts';
import type { ViewOverlay } from './masks/mask-edits.ts';
import type { PixelDescription } from './pixels/describe-pixels.ts';

export type ImageWindow = Readonly<cases.ImageWindow>;

/** One picture: a frame (from 0) of an image. */
export interface Place {
  readonly imageId: string;
  readonly frame: number;
}

export interface ViewableImage {
  readonly id: string;
  /** By which overlays name the image; null where the reader is not told, and of pictures. */
  readonly sopInstanceUid: string | null;
  readonly frames: number;
  /** The window that it opens in, where the reader may change it freely; null for pictures and colour as well. */
  readonly window: studies.Instance['window'];
}

export interface ViewableSeries {
  readonly id: string;
  readonly modality: string | null;
  readonly description: string | null;
  readonly windows: SeriesWindows;
  /** In the order of reading; only what can be shown. */
  readonly images: readonly ViewableImage[];
}

/**
 * Where a viewer gets images from: one study or several, of a patient's case, a shared link, a reading, a trial. Whoever
 * makes a source has asked the server for the list, under the rules of its reader. Ids are unique within a source, so a
 * viewer may show several sources (priors) side by side. Each fetch ends with its signal, and rejects with an ApiError.
 */
export interface StudySource {
  /** Tells apart in caches whose images these are; the same for the same list. */
  readonly scope: string;
  readonly series: readonly ViewableSeries[];
  /** One frame, drawn by the server in 8 bit at preview size, in a window or as it opens. @returns a PNG */
  readonly fetchPicture: (place: Place, window: ImageWindow | undefined, signal: AbortSignal) => Promise<Blob>;
  /** A small picture beside a name, which does not count as having looked at the series. */
  readonly fetchThumbnail?: (place: Place, signal: AbortSignal) => Promise<Blob>;
  /** Without it all pictures are drawn by the server. */
  readonly stored?: StoredPixels;
  /** Masks on the images of a series; none where the reader may not see results. */
  readonly fetchOverlays: (seriesId: string, signal: AbortSignal) => Promise<readonly ViewOverlay[]>;
}

/** Stored values of DICOM images, for readers who window and measure by themselves. */
export interface StoredPixels {
  /** By SOP Instance UID; images that are not named are drawn by the server (`describePixels`). */
  readonly describe: (seriesId: string, signal: AbortSignal) => Promise<ReadonlyMap<string, PixelDescription>>;
  /** One frame, from 0, as Explicit VR Little Endian. */
  readonly fetchFrame: (
    seriesId: string,
    image: Pick<PixelDescription, 'sopInstanceUid'>,
    frame: number,
    signal: AbortSignal,
  ) => Promise<ArrayBuffer>;
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

/** What a picture alone needs: no list. */
export type PictureSource = Pick<StudySource, 'scope' | 'fetchPicture'>;

/** A source without results. */
export const noOverlays: StudySource['fetchOverlays'] = () => Promise.resolve([]);

/** What the query of a preview says of a place and a window. */
export const previewWish = ({ frame }: Place, window: ImageWindow | undefined) => ({ ...window, frame });

/** Series as patients and doctors with a link see them: their windows are chosen by name. */
export const seriesOfCase = (series: readonly cases.ViewableSeries[]): ViewableSeries[] =>
  series.map((entry) => ({
    ...entry,
    images: entry.images.map(({ id, frames }) => ({ id, frames, sopInstanceUid: null, window: null })),
  }));

/** Series as radiologists and institutions see them: the images that are ready. */
export const seriesOfStudies = (all: readonly studies.Study[]): ViewableSeries[] =>
  all.flatMap(({ series }) =>
    series.map(({ instances, ...entry }) => ({ ...entry, images: instances.filter(({ state }) => state === 'ready') })),
  );
