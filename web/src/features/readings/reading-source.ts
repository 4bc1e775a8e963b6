import { type AnalysisRun, dicomweb, type marks, presentationStates, studies } from '@duai/contract';
import { call, callForFile } from '../../lib/api.ts';
import { dicomwebPixels } from '../../viewer/dicomweb-pixels.ts';
import { correctedOverlays } from '../../viewer/masks/mask-edits.ts';
import { imageNamesIn, outsideOverlays, overlaysOf } from '../../viewer/masks/overlays-of.ts';
import { type ListedStates, previewWish, type StudySource, seriesOfStudies } from '../../viewer/study-source.ts';

/** Masks of algorithms as readers corrected them, and those of segmentations that came with the images. */
export interface DrawnMasks {
  readonly corrections: readonly marks.CorrectedMask[];
  readonly outside: readonly marks.OutsideMask[];
}

/** The images of a case for its radiologist, with the overlays of the algorithms. */
export const readingSource = (
  { case: of, studies: examinations }: Pick<studies.Reading, 'case' | 'studies'>,
  /** The results with their masks. */
  fetchRuns: () => Promise<readonly AnalysisRun[]>,
  fetchDrawn: () => Promise<DrawnMasks>,
  states?: ListedStates,
): StudySource => ({
  scope: of.id,
  series: seriesOfStudies(examinations),
  fetchPicture: (place, window, signal) =>
    callForFile(studies.getInstancePreview, {
      params: { instanceId: place.imageId },
      query: previewWish(place, window),
      signal,
    }),
  fetchThumbnail: ({ imageId, frame }, signal) =>
    callForFile(studies.getInstancePreview, {
      params: { instanceId: imageId },
      query: { frame, use: 'thumbnail' },
      signal,
    }),
  stored: dicomwebPixels(dicomweb.readingImages, { caseId: of.id }, examinations),
  ...(states && {
    presentations: {
      ...states,
      open: (instanceId: string, signal: AbortSignal) =>
        call(presentationStates.openOfCase, { params: { caseId: of.id, instanceId }, signal }),
    },
  }),
  fetchOverlays: async (seriesId) => {
    const [all, { corrections, outside }] = await Promise.all([fetchRuns(), fetchDrawn()]);
    const runs = all.filter((run) => run.seriesId === seriesId);
    return [
      ...correctedOverlays(
        runs.map((run) => ({ id: run.id, overlays: overlaysOf([run]) })),
        corrections,
      ),
      ...outsideOverlays(outside, imageNamesIn(examinations, seriesId)),
    ];
  },
});
