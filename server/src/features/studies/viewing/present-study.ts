import {
  type cases as caseContract,
  type studies as contract,
  FILE_REFUSAL_CODES,
  type ImageProblemCode,
  type Language,
  numberedImages,
  placedImages,
} from '@duai/contract';
import { describeImageProblem } from '../../../core/check-texts.ts';
import type { ListedInstance, StudyTree } from '../study-trees.store.ts';
import { windowOfInstance, windowsOfSeries } from './series-windows.ts';

/** A study in the form that staff receive. */
export const presentStudy = (study: StudyTree, language: Language): contract.Study => ({
  id: study.id,
  studyInstanceUid: study.studyInstanceUid,
  studyDate: study.studyDate,
  description: study.description,
  series: study.series.map((series) => ({
    id: series.id,
    seriesInstanceUid: series.seriesInstanceUid,
    seriesNumber: series.seriesNumber,
    modality: series.modality,
    description: series.description,
    bodyPart: series.bodyPart,
    convolutionKernel: series.convolutionKernel,
    sliceThicknessMm: series.sliceThicknessMm,
    windows: windowsOfSeries(series),
    people: [...new Set(series.instances.flatMap(({ header }) => header?.patientKey ?? []))],
    instances: series.instances.map((instance) => ({
      id: instance.id,
      originalName: instance.originalName,
      kind: instance.kind,
      state: instance.state,
      problem: problemOf(instance, language),
      sopInstanceUid: instance.sopInstanceUid,
      instanceNumber: instance.instanceNumber,
      columns: instance.columns,
      rows: instance.rows,
      frames: instance.frames,
      ...lateralityOf(instance),
      window: windowOfInstance(instance),
      sha256: instance.sha256,
    })),
  })),
});

/** Sides by their code (PS3.3 C.7.3.1, C.8.11.7); unpaired parts have none. */
const SIDES: Readonly<Record<string, caseContract.Side>> = { R: 'right', L: 'left', B: 'both' };

function lateralityOf({ header }: ListedInstance): Pick<contract.Instance, 'laterality'> {
  const laterality = SIDES[header?.laterality ?? ''];
  return laterality ? { laterality } : {};
}

/**
 * Why an image is not shown: the file is bad, or processing failed. The view `case_images` gives patients the same
 * answer.
 */
function problemOf(instance: ListedInstance, language: Language): contract.Instance['problem'] {
  const code = problemCode(instance);
  return code && describeImageProblem(code, language);
}

function problemCode({ state, refusalCode, stalledAt, setAsideAt }: ListedInstance): ImageProblemCode | null {
  if (state === 'refused') return FILE_REFUSAL_CODES.find((code) => code === refusalCode) ?? 'NOT_READABLE';
  if (state === 'ready') return null;
  if (setAsideAt) return 'SET_ASIDE';
  return stalledAt ? 'NOT_PROCESSED_YET' : null;
}

/** Series with their readable images, in reading order; those that cannot be read keep their numbers, as in a report. */
export const viewableSeries = (trees: StudyTree[]): caseContract.ViewableSeries[] =>
  trees
    .flatMap((study) => study.series)
    .map((series) => ({
      id: series.id,
      modality: series.modality,
      description: series.description,
      windows: windowsOfSeries(series),
      images: numberedImages(placedImages(series.instances.map((one) => ({ ...one, problem: problemCode(one) }))))
        .filter(({ image }) => image.state === 'ready')
        .map(({ image: { id, kind, frames }, number }) => ({ id, isDicom: kind === 'dicom', frames, number })),
    }))
    .filter(({ images }) => images.length > 0);
