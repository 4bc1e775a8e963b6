import { type cases, shares } from '@duai/contract';
import { callForFile } from '../../lib/api.ts';
import { noOverlays, previewWish, type StudySource, seriesOfCase } from '../../viewer/study-source.ts';

/** The images of a case for a doctor who opened a share link. */
export const shareSource = (shareId: string, series: readonly cases.ViewableSeries[]): StudySource => ({
  scope: shareId,
  series: seriesOfCase(series),
  fetchPicture: (place, window, signal) =>
    callForFile(shares.getSharedImage, {
      params: { shareId, imageId: place.imageId },
      query: previewWish(place, window),
      signal,
    }),
  fetchOverlays: noOverlays,
});
