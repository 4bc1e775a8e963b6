/** Parameters of the result, recorded with every run. "Ours" marks a limit that we chose ourselves, without a source. */
export const PARAMETERS = {
  /** Upper limit of air-containing tissue: halfway between soft tissue and lung, HU. */
  airThresholdHu: -500,

  /**
   * Thresholds for the lumen of trachea and main bronchi, HU: the next, stricter one is tried if the one before leaks into
   * lung.
   */
  lumenThresholdsHu: [-900, -940, -970],
  /** Cross-section of a trachea, mm²: adults about 150–400 (Breatnach et al., AJR 1984;142:903). */
  tracheaMinMm2: 40,
  tracheaMaxMm2: 700,
  /** Largest distance of a trachea from the middle of the body, mm. Ours. */
  tracheaOffMidlineMm: 45,
  /** A part of the lumen that grows by more than this factor from slice to slice has leaked into lung. Ours. */
  leakFactor: 2,
  /** The whole lumen has leaked if it grows beyond this multiple of the usual cross-section. Ours. */
  leakFactorOfAll: 3,
  /** A shorter chain is not a trachea, mm. Ours. */
  airwayMinMm: 15,
  /** Thickness of the wall of trachea and main bronchi, including partial volume, mm. Ours. */
  airwayWallMm: 1.5,
  /** Lower limit of the rim of the lumen, which is denser than lung and lighter than tissue, HU. */
  rimAboveHu: -800,

  /** A part smaller than this fraction of the largest is not lung (bowel, subcutaneous air). Ours. */
  minPartShare: 0.05,
  /** Gas of stomach and bowel: parts with more than `gasShare` of their voxels below this density, HU. Ours. */
  gasThresholdHu: -960,
  gasShare: 0.6,
  /** Less air-containing tissue than this is not a pair of adult lungs, ml. Ours. */
  minLungVolumeMl: 800,
  /** Lung area in the first or last slice above which the lungs count as cut off, mm². Ours. */
  cutOffMm2: 200,
  /**
   * An interruption: a slice above `jumpFromShare` of the largest cross-section has a neighbour below `jumpToShare` of
   * itself, at most `jumpWithinMm` away. Ours.
   */
  jumpFromShare: 0.7,
  jumpToShare: 0.65,
  jumpWithinMm: 10,
  /** A part of a slice with more than this fraction on both sides of the middle is both lungs, joined. Ours. */
  joinedShare: 0.2,
  /** Joined lungs are separated within this distance from the middle, mm. Ours. */
  splitReachMm: 30,

  /** Threshold of the emphysema index (LAA-950), HU (Gevenois et al., AJRCCM 1996;154:187). */
  emphysemaThresholdHu: -950,
  /** Percentile density, % (Parr et al., Respir Res 2006;7:21). */
  percentile: 15,

  minSlices: 10,
  /** Smaller reconstructions may cut off the sides of adult lungs, mm. Ours. */
  minFieldOfViewMm: 250,
  /** Slices further apart than this multiple of their thickness leave out lung. Ours. */
  gapFactor: 1.1,
  /**
   * The indices are reported up to this slice thickness, mm: thick slices average emphysema away (Gierada et al., Acad Radiol
   * 2010;17:146). The limit itself is ours: it includes the usual thin reconstructions and excludes 3–10 mm.
   */
  maxThicknessMm: 2.5,
  /**
   * Largest deviation of the air in the trachea from −1000 HU; beyond it the HU scale is not reliable enough for thresholds.
   * Ours.
   */
  airToleranceHu: 40,
  /** Fewer voxels in the core of the lumen do not allow a check of the HU scale. */
  minCoreVoxels: 50,
  /** Smooth kernels of the vendors; sharper ones widen the histogram and multiply LAA-950. */
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
