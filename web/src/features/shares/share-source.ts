import { acceptedMasks, type cases, shares } from '@duai/contract';
import { call, callForFile } from '../../lib/api.ts';
import { acceptedOverlays } from '../../viewer/masks/accepted-overlays.ts';
import { previewWish, type StudySource, seriesOfCase } from '../../viewer/study-source.ts';

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
  fetchOverlays: (seriesId, signal) =>
    acceptedOverlays(call(acceptedMasks.getSharedMasks, { params: { shareId }, signal }), seriesId),
});
