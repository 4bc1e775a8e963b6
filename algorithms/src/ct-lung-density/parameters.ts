/** What decides the result; recorded with every run. "Ours" marks a limit of our own choice, not of a source. */
export const PARAMETERS = {
  /** Air-containing tissue is below this: halfway between soft tissue and lung, HU. */
  airThresholdHu: -500,

  /** Lumen of trachea and main bronchi, HU: the next, stricter one is tried where the one before leaks into lung. */
  lumenThresholdsHu: [-900, -940, -970],
  /** Cross-section of a trachea, mm²: adults about 150–400 (Breatnach et al., AJR 1984;142:903). */
  tracheaMinMm2: 40,
  tracheaMaxMm2: 700,
  /** How far from the middle of the body a trachea is looked for, mm. Ours. */
  tracheaOffMidlineMm: 45,
  /** A part of the lumen that grows by more than this from slice to slice has leaked into lung. Ours. */
  leakFactor: 2,
  /** So has the whole lumen, where it grows beyond this multiple of the usual cross-section. Ours. */
  leakFactorOfAll: 3,
  /** Shorter than this it is no trachea, mm. Ours. */
  airwayMinMm: 15,
  /** Thickness of the wall of trachea and main bronchi with what partial volume makes of it, mm. Ours. */
  airwayWallMm: 1.5,
  /** Denser than lung, lighter than tissue: the rim of the lumen, HU. */
  rimAboveHu: -800,

  /** A part of the lungs smaller than this share of the largest is something else (bowel, air under the skin). Ours. */
  minPartShare: 0.05,
  /** Gas of stomach and bowel: more than this share of its voxels below this density, HU. Ours. */
  gasThresholdHu: -960,
  gasShare: 0.6,
  /** Less air-containing tissue than this is no pair of lungs of an adult, ml. Ours. */
  minLungVolumeMl: 800,
  /** Lung area in the first or last slice above which the lungs count as cut off, mm². Ours. */
  cutOffMm2: 200,
  /** An interruption: from this share of the largest cross-section to that share of itself within that distance. Ours. */
  jumpFromShare: 0.7,
  jumpToShare: 0.65,
  jumpWithinMm: 10,
  /** A part of a slice with more than this share on either side of the middle is both lungs, joined. Ours. */
  joinedShare: 0.2,
  /** Joined lungs are parted within this distance of the middle, mm. Ours. */
  splitReachMm: 30,

  /** Emphysema index: share of lung below this, HU (Gevenois et al., AJRCCM 1996;154:187). */
  emphysemaThresholdHu: -950,
  /** Percentile density, % (Parr et al., Respir Res 2006;7:21). */
  percentile: 15,

  minSlices: 10,
  /** Smaller reconstructions may cut the lungs of an adult at the sides, mm. Ours. */
  minFieldOfViewMm: 250,
  /** Slices further apart than this multiple of their thickness leave lung unseen. Ours. */
  gapFactor: 1.1,
  /**
   * The indices are given up to this thickness, mm: thick slices average emphysema away (Gierada et al., Acad Radiol
   * 2010;17:146). The limit itself is ours: it lets the usual thin reconstructions in and keeps 3–10 mm out.
   */
  maxThicknessMm: 2.5,
  /** Air in the trachea must read within this of −1000 HU, or the scale is not to be trusted with a threshold. Ours. */
  airToleranceHu: 40,
  /** Fewer voxels well inside the lumen say nothing about the scale. */
  minCoreVoxels: 50,
  /** Smooth kernels of the vendors; sharper ones widen the histogram and raise LAA-950 many times. */
  smoothKernels: [
    // Siemens: body kernels, with and without iterative reconstruction
    'B20',
    'B25',
    'B30',
    'B31',
    'B35',
    'B36',
    'B40',
    'B41',
    'BR30',
    'BR32',
    'BR36',
    'BR40',
    'I30',
    'I31',
    'I36',
    'I40',
    'I41',
    'QR36',
    'QR40',
    // GE
    'STANDARD',
    'SOFT',
    // Philips
    'A',
    'B',
    // Canon, Toshiba
    'FC01',
    'FC02',
    'FC03',
    'FC07',
    'FC08',
  ],
} as const;
