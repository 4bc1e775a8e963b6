/**
 * A class activation map as bytes in base64: 0 where the place spoke against the class or not at all, 255 where it spoke
 * most for it.
 */
export function heatMapOf(map: Float32Array): string {
  const most = Math.max(...map);
  const cells = Uint8Array.from(map, (logit) => (most > 0 ? Math.round((255 * Math.max(0, logit)) / most) : 0));
  return btoa(String.fromCharCode(...cells));
}
