import type { Finding } from '@duai/contract';

/** Prefix of an output's code when its probability is below the threshold. */
export const BELOW = 'NOT_';

/** The probabilities of one class, image by image. */
export interface Seen {
  threshold: number;
  images: { probability: number; name: string | null }[];
}

/**
 * One sentence for a series, whatever the number of images: the highest probability, and the number of images that reach the
 * threshold. It refers to those images, or, if there are none, to the image with the highest probability.
 */
export function findingOf(code: string, { threshold, images }: Seen): Finding {
  const highest = images.reduce((most, image) => (image.probability > most.probability ? image : most));
  const reached = images.filter(({ probability }) => probability >= threshold);
  const isTold = reached.length > 0;
  // The highest probability first, because a click on the sentence opens the first image.
  const shown = isTold ? reached.toSorted((one, other) => other.probability - one.probability) : [highest];
  const sopInstanceUids = shown.flatMap(({ name }) => name ?? []);
  return {
    code: isTold ? code : `${BELOW}${code}`,
    severity: isTold ? 'important' : 'info',
    params: {
      probability: percent(highest.probability),
      threshold: percent(threshold),
      ...(images.length > 1 && { images: images.length, reached: reached.length }),
    },
    ...(sopInstanceUids.length > 0 && { sopInstanceUids }),
  };
}

/** In percent with one decimal. */
export const percent = (share: number): number => Math.round(share * 1000) / 10;
