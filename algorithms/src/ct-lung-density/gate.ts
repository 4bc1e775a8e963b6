import type { AnalysisReason } from '@duai/contract';
import type { DicomHeader } from '@duai/imaging';
import type { GateDecision, SeriesInfo } from '../algorithm.ts';
import { PARAMETERS } from './parameters.ts';

const CHEST = /CHEST|THORAX|LUNG|TORAKS|AKCI|CAP|WHOLE/i;

/** Axial chest CT of an adult with enough slices; anything else is not tried. */
export function gate({ instances }: SeriesInfo): GateDecision {
  const headers = instances.flatMap((instance) => instance.header ?? []);
  const first = headers[0];
  if (!first || headers.length < instances.length) return no('NOT_DICOM');
  const modality = headers.find((header) => header.modality !== 'CT');
  if (modality) return no('NOT_CT', { found: modality.modality ?? '–' });
  if (headers.some((header) => header.imageType.includes('LOCALIZER'))) return no('LOCALISER');
  if (headers.some((header) => header.frames > 1)) return no('MULTI_FRAME');
  if (headers.length < PARAMETERS.minSlices) return no('TOO_FEW_SLICES');
  if (first.bodyPartExamined && !CHEST.test(first.bodyPartExamined))
    return no('WRONG_BODY_PART', { found: first.bodyPartExamined });
  if (!isAxial(first)) return no('NOT_AXIAL');
  if (first.patientAgeYears !== null && first.patientAgeYears < 18)
    return no('CHILD', { age: Math.floor(first.patientAgeYears) });
  return { fits: true };
}

const no = (code: string, params: Record<string, string | number> = {}): GateDecision => ({
  fits: false,
  code,
  params,
});

const isAxial = ({ imageOrientationPatient: o }: DicomHeader): boolean =>
  o !== null && Math.abs(o[0]) > 0.9 && Math.abs(o[4]) > 0.9;

/** Why the densitometric indices are not given although volumes are: kernel and thickness decide them. */
export function indexLimitations(header: DicomHeader): AnalysisReason[] {
  const limitations: AnalysisReason[] = [];
  const kernel = header.convolutionKernel;
  if (!kernel) limitations.push({ code: 'KERNEL_UNKNOWN', params: {} });
  else if (!isSmooth(kernel)) limitations.push({ code: 'KERNEL_OUTSIDE_PROFILE', params: { kernel } });
  const thickness = header.sliceThicknessMm;
  if (thickness === null) limitations.push({ code: 'THICKNESS_UNKNOWN', params: {} });
  else if (thickness > PARAMETERS.maxThicknessMm) {
    limitations.push({
      code: 'THICKNESS_OUTSIDE_PROFILE',
      params: { thicknessMm: thickness, maxMm: PARAMETERS.maxThicknessMm },
    });
  }
  return limitations;
}

/** B30f, B30s, Br40d\3 … : the family without the scan-mode letter. */
export const isSmooth = (kernel: string): boolean => {
  const family = kernel
    .trim()
    .toUpperCase()
    .replace(/^([BI]\d\d|BR\d\d|QR\d\d)[A-Z]?.*$/, '$1');
  return (PARAMETERS.smoothKernels as readonly string[]).includes(family);
};
