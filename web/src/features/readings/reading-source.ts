import { dicomweb, studies } from '@duai/contract';
import { callForFile } from '../../lib/api.ts';
import { dicomwebPixels } from '../../viewer/dicomweb-pixels.ts';
import { overlaysOf } from '../../viewer/overlays-of.ts';
import { previewWish, type StudySource, seriesOfStudies } from '../../viewer/study-source.ts';

/** The images of a case that a radiologist reads, with what the algorithms drew on them. */
export const readingSource = ({ case: of, studies: examinations, analyses }: studies.Reading): StudySource => ({
  scope: of.id,
  series: seriesOfStudies(examinations),
  fetchPicture: (place, window, signal) =>
    callForFile(studies.getInstancePreview, {
      params: { instanceId: place.imageId },
      query: previewWish(place, window),
      signal,
    }),
  stored: dicomwebPixels(dicomweb.readingImages, { caseId: of.id }, examinations),
  fetchOverlays: (seriesId) => Promise.resolve(overlaysOf(analyses.filter((run) => run.seriesId === seriesId))),
});
