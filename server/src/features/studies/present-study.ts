import {
  type cases as caseContract,
  type studies as contract,
  describeImageProblem,
  FILE_REFUSAL_CODES,
  type ImageProblemCode,
  type Language,
} from '@duai/contract';
import type { ListedInstance, StudyTree } from './studies.store.ts';

/** A study as staff read it. */
export const presentStudy = (study: StudyTree, language: Language): contract.Study => ({
  id: study.id,
  studyInstanceUid: study.studyInstanceUid,
  studyDate: study.studyDate,
  description: study.description,
  series: study.series.map((series) => ({
    id: series.id,
    seriesInstanceUid: series.seriesInstanceUid,
    modality: series.modality,
    description: series.description,
    bodyPart: series.bodyPart,
    convolutionKernel: series.convolutionKernel,
    sliceThicknessMm: series.sliceThicknessMm,
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
      window: windowOf(instance),
      sha256: instance.sha256,
    })),
  })),
});

/** Why an image is not shown: the file is bad, or we failed. The view `case_images` says the same to the patient. */
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

/** The window of the preview, of images from before it was kept as their header has it. */
function windowOf({ header, windowCenter, windowWidth }: ListedInstance): contract.Instance['window'] {
  if (header?.samplesPerPixel !== 1 || header.photometricInterpretation === 'PALETTE COLOR') return null;
  const [center, width] = [windowCenter ?? header.windowCenter[0], windowWidth ?? header.windowWidth[0]];
  if (center === undefined || width === undefined || width <= 0) return null;
  // Headers from before it was computed have no factor.
  const suvFactor = header.suvFactor ?? null;
  return { center, width, isInverted: header.photometricInterpretation === 'MONOCHROME1', suvFactor };
}

/** What can be looked at: series with their readable images, in reading order. */
export const viewableSeries = (trees: StudyTree[]): caseContract.ViewableSeries[] =>
  trees
    .flatMap((study) => study.series)
    .map(({ id, modality, description, instances }) => ({
      id,
      modality,
      description,
      images: instances
        .filter((instance) => instance.state === 'ready')
        .map((instance) => ({ id: instance.id, isDicom: instance.kind === 'dicom', frames: instance.frames })),
    }))
    .filter(({ images }) => images.length > 0);
