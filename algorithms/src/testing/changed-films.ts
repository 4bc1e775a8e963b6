import type { GreyImage } from '../algorithm.ts';
import { halved, inverted, mirrored, turned } from './films.ts';

type Change = (image: GreyImage) => GreyImage;

const twice: Change = (image) => turned(turned(image));
const thrice: Change = (image) => turned(twice(image));

/** The changes that the film check reports, with their codes. The other halves are the left half of the rotated film. */
export const CHANGES: Readonly<Record<string, { code: string; label: string; change: Change }>> = {
  turned90: { code: 'FILM_TURNED', label: 'turned by 90°', change: turned },
  turned180: { code: 'FILM_TURNED', label: 'turned by 180°', change: twice },
  turned270: { code: 'FILM_TURNED', label: 'turned by 270°', change: thrice },
  mirrored: { code: 'FILM_MIRRORED', label: 'mirrored', change: mirrored },
  inverted: { code: 'FILM_INVERTED', label: 'inverted', change: inverted },
  leftHalf: { code: 'FILM_HALVED', label: 'cut to its left half', change: halved },
  rightHalf: { code: 'FILM_HALVED', label: 'cut to its right half', change: (image) => twice(halved(twice(image))) },
  upperHalf: { code: 'FILM_HALVED', label: 'cut to its upper half', change: (image) => turned(halved(thrice(image))) },
  lowerHalf: { code: 'FILM_HALVED', label: 'cut to its lower half', change: (image) => thrice(halved(turned(image))) },
};
