import type { Instance } from '../studies.ts';

type Placed = Pick<Instance, 'state' | 'kind' | 'frames'> & { readonly problem: unknown };

/**
 * The images that have a place in a series: those that can be shown, and DICOM images that cannot, so that nobody takes their
 * neighbours for neighbours. None where nothing can be shown.
 */
export function placedImages<Image extends Placed>(instances: readonly Image[]): Image[] {
  if (!instances.some(({ state }) => state === 'ready')) return [];
  return instances
    .filter(({ state, problem, kind }) => state === 'ready' || (problem && kind === 'dicom'))
    .map((image) => (image.problem ? { ...image, frames: 1 } : image));
}

interface Numbered {
  readonly frames: number;
  readonly instanceNumber?: number | null;
  readonly problem?: unknown;
}

/**
 * The images of a series with the number by which a report tells the first frame of each. Instance Number (0020,0013; PS3.3
 * C.7.6.1) is what other workplaces show: it counts if each image that can be shown has one of its own, and a single frame. Else
 * it is the position from 1, over the frames of all images in reading order.
 */
export function numberedImages<Image extends Numbered>(images: readonly Image[]): { image: Image; number: number }[] {
  const shown = images.filter(({ problem }) => !problem);
  const numbers = new Set(shown.flatMap(({ frames, instanceNumber }) => (frames === 1 ? (instanceNumber ?? []) : [])));
  const hasOwn = numbers.size === shown.length;
  let position = 1;
  return images.map((image) => {
    const number = (hasOwn ? image.instanceNumber : null) ?? position;
    position += image.frames;
    return { image, number };
  });
}
