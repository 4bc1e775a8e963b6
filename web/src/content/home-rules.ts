/** Rules of the home page that its markup and its behaviour share (specification, section 9). */
export const HOME = {
  mobileBreakpointPx: 768,
  shadowAfterScrollPx: 20,
  solidAfterViewportShare: 0.7,
  activeSectionOffsetPx: 100,
  footerScrollDelayMs: 100,
  binaryCharacters: 350,
  /** Fraction of a section that must be in view before it animates in; tall sections use the smaller one. */
  revealThresholds: { tall: 0.1, usual: 0.15, short: 0.2 },
  /** Also read by src/before-paint.js, which runs before the first paint. */
  bannerStorageKey: 'homeBannerDismissed-v2',
} as const;
