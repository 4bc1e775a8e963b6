import { cases } from '@duai/contract';
import { callForFile } from '../../lib/api.ts';
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

/** The images of a patient's own case, without results; those are only in the signed report. */
export const caseSource = (caseId: string, series: readonly cases.ViewableSeries[]): StudySource => ({
  ...casePictures(caseId),
  series: seriesOfCase(series),
  fetchOverlays: noOverlays,
});
