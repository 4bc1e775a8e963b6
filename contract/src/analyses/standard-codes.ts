/** A code of a published coding scheme, identified by its DICOM designator (PS3.16 section 8). */
export interface StandardCode {
  scheme: 'SCT' | 'LN' | 'DCM';
  value: string;
  meaning: string;
}

const SCT = (value: string, meaning: string): StandardCode => ({ scheme: 'SCT', value, meaning });
const LN = (value: string, meaning: string): StandardCode => ({ scheme: 'LN', value, meaning });
const DCM = (value: string, meaning: string): StandardCode => ({ scheme: 'DCM', value, meaning });

/** PS3.16 CID 7000. */
const ANY_IMAGING_REPORT = LN('18748-4', 'Diagnostic Imaging Report');
const REPORT_BY_MODALITY: Readonly<Record<string, StandardCode>> = {
  CT: LN('25045-6', 'CT Report'),
  MR: LN('25056-3', 'MRI Report'),
  US: LN('25061-3', 'Ultrasound Report'),
  PT: LN('44136-0', 'PET Scan Report'),
  NM: LN('49118-3', 'Nuclear Medicine Report'),
  CR: LN('43468-8', 'X-Ray Report'),
  DX: LN('43468-8', 'X-Ray Report'),
  RF: LN('49512-7', 'Fluoroscopy Study Report'),
};
const REPORT_BY_PART: Readonly<Record<string, StandardCode>> = {
  'CT ABDOMEN': LN('41806-1', 'CT Abdomen Report'),
  'CT CHEST': LN('24627-2', 'CT Chest Report'),
  'CT HEAD': LN('24725-4', 'CT Head Report'),
  'MR HEAD': LN('24590-2', 'MRI Head Report'),
  'MR BRAIN': LN('24590-2', 'MRI Head Report'),
  'MR SPINE': LN('18756-7', 'MRI Spine Report'),
  'MR CSPINE': LN('18756-7', 'MRI Spine Report'),
  'MR TSPINE': LN('18756-7', 'MRI Spine Report'),
  'MR LSPINE': LN('18756-7', 'MRI Spine Report'),
};

/** The report title for these series, by modality and body part (DICOM terms); the general title if they differ. */
export function reportTitleOf(series: readonly { modality: string | null; bodyPart: string | null }[]): StandardCode {
  const titles = series
    .filter(({ modality }) => modality !== null && !NO_IMAGES.has(modality))
    .map(
      ({ modality, bodyPart }) =>
        REPORT_BY_PART[`${modality} ${bodyPart?.toUpperCase()}`] ?? REPORT_BY_MODALITY[modality!] ?? ANY_IMAGING_REPORT,
    );
  // The CT of a PET-CT belongs to the PET examination.
  if (titles.some(({ value }) => value === REPORT_BY_MODALITY.PT!.value)) return REPORT_BY_MODALITY.PT!;
  const [first, ...others] = titles;
  return first && others.every(({ value }) => value === first.value) ? first : ANY_IMAGING_REPORT;
}
const NO_IMAGES: ReadonlySet<string> = new Set(['SR', 'SEG', 'PR', 'KO', 'DOC']);

/** Body Part Examined (PS3.16 annex L) in SNOMED CT (CID 4031). */
const BODY_PARTS: Readonly<Record<string, StandardCode>> = {
  ABDOMEN: SCT('818981001', 'Abdomen'),
  ABDOMENPELVIS: SCT('818982008', 'Abdomen and Pelvis'),
  ANKLE: SCT('70258002', 'Ankle joint'),
  BRAIN: SCT('12738006', 'Brain'),
  BREAST: SCT('76752008', 'Breast'),
  CHEST: SCT('816094009', 'Chest'),
  CSPINE: SCT('122494005', 'Cervical spine'),
  ELBOW: SCT('16953009', 'Elbow joint'),
  FOOT: SCT('56459004', 'Foot'),
  HAND: SCT('85562004', 'Hand'),
  HEAD: SCT('69536005', 'Head'),
  HEART: SCT('80891009', 'Heart'),
  HIP: SCT('29836001', 'Hip'),
  KNEE: SCT('72696002', 'Knee'),
  LSPINE: SCT('122496007', 'Lumbar spine'),
  NECK: SCT('45048000', 'Neck'),
  PELVIS: SCT('816092008', 'Pelvis'),
  PROSTATE: SCT('41216001', 'Prostate'),
  WHOLEBODY: SCT('38266002', 'Entire body'),
};
/** Null if the term is not in the list. */
export const bodyPartCodeOf = (bodyPart: string | null): StandardCode | null =>
  (bodyPart && BODY_PARTS[bodyPart.toUpperCase()]) || null;

/**
 * A measurement in standard terms: the kind of value, where in the body, and which value of a region (PS3.16 CID 7464, 7466
 * and 7469). A measurement that is not listed has no standard code of its own.
 */
export interface MeasurementTerms {
  kind: StandardCode;
  site?: StandardCode;
  derivation?: StandardCode;
}

const VOLUME = SCT('118565006', 'Volume');
const AREA = SCT('42798000', 'Area');
const ATTENUATION = DCM('112031', 'Attenuation Coefficient');
const [MEAN, DEVIATION, MEDIAN, LEAST, MOST] = [
  SCT('373098007', 'Mean'),
  SCT('386136009', 'Standard Deviation'),
  SCT('373099004', 'Median'),
  SCT('255605001', 'Minimum'),
  SCT('56851009', 'Maximum'),
];
const PEAK = DCM('126031', 'Peak Value Within ROI');
const LUNG = SCT('39607008', 'Lung');

const MEASUREMENTS: Readonly<Record<string, MeasurementTerms>> = {
  LUNG_VOLUME: { kind: VOLUME, site: LUNG },
  LUNG_VOLUME_RIGHT: { kind: VOLUME, site: SCT('3341006', 'Right lung') },
  LUNG_VOLUME_LEFT: { kind: VOLUME, site: SCT('44029006', 'Left lung') },
  MEAN_LUNG_DENSITY: { kind: ATTENUATION, site: LUNG, derivation: MEAN },
  TRACHEAL_AIR: { kind: ATTENUATION, site: SCT('44567001', 'Trachea') },
  MEAN_ATTENUATION: { kind: ATTENUATION, derivation: MEAN },
  ATTENUATION_DEVIATION: { kind: ATTENUATION, derivation: DEVIATION },
  MEDIAN_ATTENUATION: { kind: ATTENUATION, derivation: MEDIAN },
  LEAST_ATTENUATION: { kind: ATTENUATION, derivation: LEAST },
  MOST_ATTENUATION: { kind: ATTENUATION, derivation: MOST },
  MEASURED_AREA: { kind: AREA },
  MUSCLE_AREA: { kind: AREA },
  FAT_AREA: { kind: AREA },
  MUSCLE_ATTENUATION: { kind: ATTENUATION, derivation: MEAN },
  CALCIUM_VOLUME: { kind: VOLUME },
  ...uptake('SUVBW', DCM('126401', 'SUVbw')),
  ...uptake('SUVLBM', DCM('126402', 'SUVlbm')),
  ...uptake('SUVBSA', DCM('126403', 'SUVbsa')),
};

function uptake(name: string, kind: StandardCode): Record<string, MeasurementTerms> {
  return {
    [`${name}_MAX`]: { kind, derivation: MOST },
    [`${name}_MEAN`]: { kind, derivation: MEAN },
    [`${name}_PEAK`]: { kind, derivation: PEAK },
  };
}

/** By the measurement's code; null if there is no standard term. */
export const measurementTermsOf = (code: string): MeasurementTerms | null => MEASUREMENTS[code] ?? null;
