import type { Overlay, SeriesWindows } from '@duai/contract';
import { ApiError } from '../../lib/api.ts';
import type { PixelDescription } from '../pixels/values/describe-pixels.ts';
import type { ImageWindow, Place, StudySource, ViewableSeries } from '../study-source.ts';

const OPENING = {
  center: 50,
  width: 400,
  isInverted: false,
  suvFactor: null,
  isByTable: false,
} as const;

/** A series of images with this many frames each. */
export const fakeSeries = (
  id: string,
  frames: readonly number[],
  windows: SeriesWindows = { opening: null, offered: ['lung', 'bone'] },
): ViewableSeries => ({
  id,
  modality: 'CT',
  description: null,
  windows,
  images: frames.map((count, index) => ({
    id: `${id}-${index + 1}`,
    sopInstanceUid: `1.2.${index + 1}`,
    frames: count,
    number: 1 + frames.slice(0, index).reduce((sum, before) => sum + before, 0),
    window: OPENING,
  })),
});

/** A source in memory. Its pictures contain their name, so that a test can read what would be on the stage. */
export function fakeSource(series: readonly ViewableSeries[], overlays: readonly Overlay[] = []): StudySource {
  return {
    scope: 'fake',
    series,
    async fetchPicture(place, window, signal) {
      signal.throwIfAborted();
      const image = series.flatMap(({ images }) => images).find(({ id }) => id === place.imageId);
      if (!image || place.frame >= image.frames) throw new ApiError(404, 'NOT_FOUND', 'There is no such image.');
      return new Blob([PNG, pictureName(place, window)], { type: 'image/png' });
    },
    stored: {
      async describe(seriesId, signal) {
        signal.throwIfAborted();
        const found = series.find(({ id }) => id === seriesId);
        return new Map(
          (found?.images ?? []).map(({ sopInstanceUid }) => [sopInstanceUid ?? '', described(sopInstanceUid)]),
        );
      },
      fetchFrame: async () => new Uint16Array(4).buffer,
    },
    async fetchOverlays(_, signal) {
      signal.throwIfAborted();
      return overlays;
    },
  };
}

/** Two by two pixels. */
export const described = (sopInstanceUid: string | null): PixelDescription => ({
  sopInstanceUid: sopInstanceUid ?? '',
  rows: 2,
  columns: 2,
  frames: 1,
  isColor: false,
  bitsAllocated: 16,
  isSigned: false,
  isInverted: false,
  slope: 1,
  intercept: 0,
  windowFunction: null,
  fileWindow: null,
  unit: 'HU',
  spacing: null,
  orientation: null,
  position: null,
  frameOfReferenceUid: null,
  laterality: null,
});

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The name that a picture of the fake source contains after its signature. */
export const pictureName = ({ imageId, frame }: Place, window: ImageWindow | undefined): string =>
  `${imageId}/${frame} ${window ? `${window.center}/${window.width}` : 'as it opens'}`;
export const nameIn = async (picture: Blob): Promise<string> => await picture.slice(PNG.length).text();
