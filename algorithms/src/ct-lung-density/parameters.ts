/** What decides the result; recorded with every run. */
export const PARAMETERS = {
  /** Air-containing tissue is below this: halfway between soft tissue and lung, HU. */
  airThresholdHu: -500,
  /** Lumen of trachea and main bronchi is below this, HU. */
  lumenThresholdHu: -900,
  /** Cross-section of a trachea, mm²: adults about 150–400 (Breatnach et al., AJR 1984;142:903). */
  tracheaMinMm2: 40,
  tracheaMaxMm2: 700,
  /** How far from the middle of the body a trachea is looked for, mm. */
  tracheaOffMidlineMm: 45,
  /** A lumen that grows by more than this from slice to slice has leaked into lung. */
  leakFactor: 2,
  /** A part of the lungs smaller than this share of the largest is something else (stomach, bowel). */
  minPartShare: 0.1,
  /** Less air-containing tissue than this is no pair of lungs of an adult, ml. */
  minLungVolumeMl: 800,
  /** Lung area in the first or last slice above which the lungs are cut off, mm². */
  cutOffMm2: 1500,
  /** Emphysema index: share of lung below this, HU (Gevenois et al., AJRCCM 1996;154:187). */
  emphysemaThresholdHu: -950,
  /** Percentile density, % (Parr et al., Respir Res 2006;7:21). */
  percentile: 15,
  minSlices: 10,
  /** Thicker slices average emphysema away; the indices are given up to here, mm. */
  maxThicknessMm: 2.5,
  /** Smooth kernels of the vendors; sharper ones widen the histogram and raise LAA-950 many times. */
  smoothKernels: [
    'B20',
    'B25',
    'B30',
    'B31',
    'B35',
    'B40',
    'BR30',
    'BR32',
    'BR36',
    'BR40',
    'I30',
    'I31',
    'I40',
    'QR36',
    'QR40',
    'STANDARD',
    'SOFT',
    'A',
    'B',
    'FC01',
    'FC02',
    'FC03',
    'FC07',
    'FC08',
  ],
} as const;
