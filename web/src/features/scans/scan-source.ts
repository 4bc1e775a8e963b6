import { dicomweb, type marks, presentationStates, scans } from '@duai/contract';
import { call, callForFile } from '../../lib/api.ts';
import { dicomwebPixels } from '../../viewer/dicomweb-pixels.ts';
import { imageNamesIn, outsideOverlays, overlaysOf } from '../../viewer/masks/overlays-of.ts';
import { type ListedStates, previewWish, type StudySource, seriesOfStudies } from '../../viewer/study-source.ts';

/** The images of one study of an institution, with what the models drew on them, and what came with them. */
export const scanSource = (
  { scan, studies, analyses }: scans.ScanDetail,
  outside: readonly marks.OutsideMask[],
  states: ListedStates = { all: [], isCut: false, isFailed: false },
): StudySource => ({
  scope: scan.id,
  series: seriesOfStudies(studies),
  fetchPicture: (place, window, signal) =>
    callForFile(scans.getScanPreview, {
      params: { instanceId: place.imageId },
      query: previewWish(place, window),
      signal,
    }),
  stored: dicomwebPixels(dicomweb.scanImages, { scanId: scan.id }, studies),
  fetchOverlays: (seriesId) =>
    Promise.resolve([
      ...overlaysOf(analyses.filter((run) => run.seriesId === seriesId)),
      ...outsideOverlays(outside, imageNamesIn(studies, seriesId)),
    ]),
  presentations: {
    ...states,
    open: (instanceId, signal) =>
      call(presentationStates.openOfScan, { params: { scanId: scan.id, instanceId }, signal }),
  },
});
