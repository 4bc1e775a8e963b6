import { acceptedMasks, cases } from '@duai/contract';
import { call, callForFile } from '../../lib/api.ts';
import { acceptedOverlays } from '../../viewer/masks/accepted-overlays.ts';
import {
  noOverlays,
  type PictureSource,
  previewWish,
  type StudySource,
  seriesOfCase,
} from '../../viewer/study-source.ts';

/** Pictures of a patient's own case. */
export const casePictures = (caseId: string): PictureSource => ({
  scope: caseId,
  fetchPicture: (place, window, signal) =>
    callForFile(cases.getCaseImagePreview, {
      params: { caseId, imageId: place.imageId },
      query: previewWish(place, window),
      signal,
    }),
});

/** The images of a patient's own case; of results only what the signed report accepted. */
export const caseSource = (
  caseId: string,
  series: readonly cases.ViewableSeries[],
  { isSigned }: { readonly isSigned: boolean },
): StudySource => ({
  ...casePictures(caseId),
  series: seriesOfCase(series),
  fetchOverlays: isSigned
    ? (seriesId, signal) =>
        acceptedOverlays(call(acceptedMasks.getAcceptedMasks, { params: { caseId }, signal }), seriesId)
    : noOverlays,
});
