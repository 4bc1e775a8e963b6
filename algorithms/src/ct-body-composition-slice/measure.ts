import { pixelAreaMm2, type RegionSlice } from '../steps/region-slices.ts';
import { PARAMETERS } from './parameters.ts';

export interface Composition {
  muscleCm2: number;
  fatCm2: number;
  /** Mean attenuation of the muscle; null without muscle. */
  muscleHu: number | null;
}

const isIn = (hu: number, [from, to]: readonly [number, number]): boolean => hu >= from && hu <= to;
export const isMuscle = (hu: number): boolean => isIn(hu, PARAMETERS.muscleHu);
export const isFat = (hu: number): boolean => isIn(hu, PARAMETERS.fatHu);

/** Areas of muscle and fat of one slice, inside the region. @returns null if the pixel spacing is unknown */
export function measureComposition(slice: RegionSlice): Composition | null {
  const areaMm2 = pixelAreaMm2(slice);
  if (areaMm2 === null) return null;
  let [muscle, fat, sum] = [0, 0, 0];
  for (const [pixel, isInside] of slice.inside.entries()) {
    if (isInside === 0) continue;
    const hu = slice.values[pixel]!;
    if (isMuscle(hu)) {
      muscle += 1;
      sum += hu;
    } else if (isFat(hu)) fat += 1;
  }
  const areaOf = (pixels: number) => (pixels * areaMm2) / 100;
  return { muscleCm2: areaOf(muscle), fatCm2: areaOf(fat), muscleHu: muscle === 0 ? null : sum / muscle };
}
