/** Directions in files are rounded. */
const ROUNDING = 0.05;

/**
 * Whether six numbers are the directions of rows and columns: unit vectors at a right angle (PS3.3 C.7.6.2.1.1). Files without a plane
 * have zeros there, some of them; a point on such an image lies nowhere. `rounding`: how far a square or a product may be off.
 */
export function isOrientation(numbers: readonly number[], rounding = ROUNDING): boolean {
  const dot = (one: number, other: number) =>
    [0, 1, 2].reduce((sum, axis) => sum + (numbers[one + axis] ?? 0) * (numbers[other + axis] ?? 0), 0);
  const [across, down, between] = [dot(0, 0), dot(3, 3), dot(0, 3)];
  return Math.abs(across - 1) < rounding && Math.abs(down - 1) < rounding && Math.abs(between) < rounding;
}
