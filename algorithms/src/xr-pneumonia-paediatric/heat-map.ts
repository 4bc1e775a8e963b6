/**
 * A class activation map as bytes in base64: 0 up to the logit of the threshold, 255 at the place that contributed most to
 * the class. The mean of the map is the logit of the film, so that a film above the threshold has cells above it.
 */
export function heatMapOf(map: Float32Array, thresholdLogit: number): string {
  const span = Math.max(...map) - thresholdLogit;
  const cells = Uint8Array.from(map, (logit) =>
    span > 0 ? Math.round((255 * Math.max(0, logit - thresholdLogit)) / span) : 0,
  );
  return btoa(String.fromCharCode(...cells));
}
