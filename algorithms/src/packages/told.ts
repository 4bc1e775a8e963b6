import type { Finding } from '@duai/contract';

/** Before the code of an output whose probability is below its threshold. */
export const BELOW = 'NOT_';

/** What a network said of one class, image by image. */
export interface Seen {
  threshold: number;
  images: { probability: number; name: string | null }[];
}

/**
 * One sentence for a series, however many images it has: the highest probability, and on how many images the threshold was
 * reached. It points at those; where there are none, at the image with the highest.
 */
export function findingOf(code: string, { threshold, images }: Seen): Finding {
  const highest = images.reduce((most, image) => (image.probability > most.probability ? image : most));
  const reached = images.filter(({ probability }) => probability >= threshold);
  const isTold = reached.length > 0;
  // The likeliest first: a click on the sentence opens it.
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

/** In percent, one decimal. */
export const percent = (share: number): number => Math.round(share * 1000) / 10;
