import type { AlgorithmManifest } from '@duai/contract';
import type { DicomHeader } from '@duai/imaging';
import type { GateDecision, InstanceInfo, SeriesInfo } from '../algorithm.ts';

type Inputs = AlgorithmManifest['inputs'];
type Given = { min?: number | undefined; max?: number | undefined };

/** The patient's word for a film, among the modalities of a case. */
const FILM = 'X-Ray';

/** Whether a series meets the inputs of the manifest; the first image that does decides. */
export function gateByInputs(inputs: Inputs, series: SeriesInfo): GateDecision {
  const [first, ...others] = series.instances.map((instance) => gateOfImage(inputs, instance, series));
  if (!first) return no('NO_IMAGES');
  const decision = [first, ...others].find(({ fits }) => fits) ?? first;
  if (!decision.fits || !inputs.slices) return decision;
  const count = series.instances.reduce((sum, { frames }) => sum + frames, 0);
  return within(count, inputs.slices) ? decision : no('SLICES_OUTSIDE', { found: count, ...spanOf(inputs.slices) });
}

/** Why one image of the series is not processed. */
export function gateOfImage(inputs: Inputs, { kind, header }: InstanceInfo, series: SeriesInfo): GateDecision {
  const modality =
    kind === 'dicom' ? header?.modality : series.declaredModality === FILM ? 'DX' : series.declaredModality;
  if (inputs.modalities.length > 0 && !inputs.modalities.includes(modality ?? ''))
    return no('OTHER_MODALITY', { found: modality ?? '–', wanted: inputs.modalities.join(', ') });
  const part = partOf(header, series);
  if (inputs.bodyParts.length > 0) {
    if (!part) return no('PART_NOT_STATED');
    if (!names(part, inputs.bodyParts)) return no('OTHER_PART', { found: part, wanted: inputs.bodyParts.join(', ') });
  }
  return ofPerson(inputs, header, series) ?? ofAcquisition(inputs, header) ?? { fits: true };
}

function ofPerson(inputs: Inputs, header: DicomHeader | null, series: SeriesInfo): GateDecision | null {
  if (inputs.ageYears) {
    const age = header?.patientAgeYears ?? series.declaredAgeYears;
    if (age === null) return no('AGE_NOT_STATED');
    // A person has an age until the day before the next birthday.
    if (!within(Math.floor(age), inputs.ageYears))
      return no('AGE_OUTSIDE', { found: Math.floor(age), ...spanOf(inputs.ageYears) });
  }
  if (inputs.sexes && !inputs.sexes.some((sex) => sex === header?.patientSex))
    return no('OTHER_SEX', { found: header?.patientSex ?? '–', wanted: inputs.sexes.join(', ') });
  return null;
}

function ofAcquisition(inputs: Inputs, header: DicomHeader | null): GateDecision | null {
  const view = header?.viewPosition;
  if (inputs.views && !inputs.views.some((wanted) => wanted.toUpperCase() === view?.toUpperCase()))
    return no('OTHER_VIEW', { found: view || '–', wanted: inputs.views.join(', ') });
  if (inputs.kernels && !names(header?.convolutionKernel ?? '', inputs.kernels))
    return no('OTHER_KERNEL', { found: header?.convolutionKernel || '–', wanted: inputs.kernels.join(', ') });
  if (inputs.descriptions && !names(header?.seriesDescription ?? '', inputs.descriptions))
    return no('OTHER_DESCRIPTION', { found: header?.seriesDescription || '–', wanted: inputs.descriptions.join(', ') });
  if (inputs.sliceThicknessMm) {
    const thickness = header?.sliceThicknessMm ?? null;
    if (thickness === null) return no('THICKNESS_NOT_STATED');
    if (!within(thickness, inputs.sliceThicknessMm))
      return no('THICKNESS_OUTSIDE', { found: thickness, ...spanOf(inputs.sliceThicknessMm) });
  }
  if (inputs.contrast && (inputs.contrast === 'with') !== (header?.contrastBolusAgent ?? false))
    return no(inputs.contrast === 'with' ? 'NO_CONTRAST' : 'WITH_CONTRAST');
  return null;
}

/** The field of the header takes precedence over what a person wrote. */
const partOf = (header: DicomHeader | null, series: SeriesInfo): string | null =>
  header?.bodyPartExamined ||
  [header?.studyDescription, header?.seriesDescription].filter(Boolean).join(' ') ||
  series.declaredBodyPart ||
  null;

const names = (text: string, wanted: readonly string[]): boolean =>
  wanted.some((word) => text.toLocaleUpperCase('en').includes(word.toLocaleUpperCase('en')));
const within = (value: number, { min, max }: Given): boolean =>
  value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY);
const spanOf = ({ min, max }: Given) => ({ min: min ?? '…', max: max ?? '…' });

const no = (code: string, params: Record<string, string | number> = {}): GateDecision => ({
  fits: false,
  code,
  params,
});
