import type { AnalysisReason } from '@duai/contract';
import type { DicomHeader } from '@duai/imaging';
import type { GateDecision, SeriesInfo } from '../algorithm.ts';
import { MANIFEST } from './manifest.ts';
import { PARAMETERS } from './parameters.ts';

/** Body Part Examined (PS3.16 annex L: CHEST, CHESTABDPELVIS, NECKCHEST, WHOLEBODY …) and common free text. */
const CHEST = /CHEST|THORA|TORAKS|LUNG|PULMO|AKCI[GĞ]ER|WHOLE ?BODY|\b[CT]AP\b/i;

/** Accepts axial chest CT of an adult with enough slices, and nothing else. */
export function gate({ instances }: SeriesInfo): GateDecision {
  const headers = instances.flatMap((instance) => instance.header ?? []);
  const first = headers[0];
  if (!first || headers.length < instances.length) return no('NOT_DICOM');
  const other = headers.find((header) => !MANIFEST.inputs.modalities.includes(header.modality ?? ''));
  if (other) return no('NOT_CT', { found: other.modality ?? '–' });
  if (headers.some((header) => header.imageType.includes('LOCALIZER'))) return no('LOCALISER');
  const slices = headers.reduce((sum, header) => sum + header.frames, 0);
  if (slices < PARAMETERS.minSlices) return no('TOO_FEW_SLICES');
  if (first.bodyPartExamined && !CHEST.test(first.bodyPartExamined))
    return no('WRONG_BODY_PART', { found: first.bodyPartExamined });
  if (!isAxial(first)) return no('NOT_AXIAL');
  if (first.patientAgeYears !== null && first.patientAgeYears < 18)
    return no('CHILD', { age: Math.floor(first.patientAgeYears) });
  const fieldMm = fieldOfViewMm(first);
  if (fieldMm !== null && fieldMm < PARAMETERS.minFieldOfViewMm)
    return no('FIELD_TOO_SMALL', { fieldMm: Math.round(fieldMm), minMm: PARAMETERS.minFieldOfViewMm });
  return { fits: true };
}

const no = (code: string, params: Record<string, string | number> = {}): GateDecision => ({
  fits: false,
  code,
  params,
});

const isAxial = ({ imageOrientationPatient: o }: DicomHeader): boolean =>
  o !== null && Math.abs(o[0]) > 0.9 && Math.abs(o[4]) > 0.9;

const fieldOfViewMm = ({ pixelSpacingMm, rows, columns }: DicomHeader): number | null =>
  pixelSpacingMm && Math.min(pixelSpacingMm[0] * rows, pixelSpacingMm[1] * columns);

/**
 * Why LAA-950 and Perc15 are not reported although volume and mean density are. The indices were established under these
 * conditions: unenhanced scan, one smooth kernel, thin slices, air near −1000 HU.
 */
export function indexLimitations(headers: DicomHeader[], airHu: number | null): AnalysisReason[] {
  const limitations: AnalysisReason[] = [];
  const kernels = [...new Set(headers.map((header) => header.convolutionKernel ?? ''))];
  const thicknessesMm = [...new Set(headers.map((header) => header.sliceThicknessMm))];
  const sharp = kernels.filter((kernel) => kernel !== '' && !isSmooth(kernel));
  if (kernels.includes('')) limitations.push({ code: 'KERNEL_UNKNOWN', params: {} });
  else if (sharp.length > 0)
    limitations.push({ code: 'KERNEL_OUTSIDE_PROFILE', params: { kernel: sharp.sort().join(', ') } });
  else if (kernels.length > 1)
    limitations.push({ code: 'KERNEL_MIXED', params: { kernels: kernels.sort().join(', ') } });

  const thickest = Math.max(...thicknessesMm.map((mm) => mm ?? 0));
  if (thicknessesMm.some((mm) => mm === null || mm <= 0)) limitations.push({ code: 'THICKNESS_UNKNOWN', params: {} });
  else if (thickest > PARAMETERS.maxThicknessMm) {
    limitations.push({
      code: 'THICKNESS_OUTSIDE_PROFILE',
      params: { thicknessMm: thickest, maxMm: PARAMETERS.maxThicknessMm },
    });
  }
  if (headers.some((header) => header.contrastBolusAgent)) limitations.push({ code: 'CONTRAST', params: {} });
  if (airHu !== null && Math.abs(airHu + 1000) > PARAMETERS.airToleranceHu)
    limitations.push({ code: 'AIR_OUTSIDE_SCALE', params: { airHu } });
  return limitations;
}

/** B30f, B30s, Br40d\3 …: compares the kernel family, without the letter of the scan mode and the iteration strength. */
export const isSmooth = (kernel: string): boolean => {
  const family = kernel
    .trim()
    .toUpperCase()
    .replace(/^((?:B|I|BR|QR)\d\d)[A-Z]?(?:\\.*|\s.*)?$/, '$1');
  return (PARAMETERS.smoothKernels as readonly string[]).includes(family);
};
