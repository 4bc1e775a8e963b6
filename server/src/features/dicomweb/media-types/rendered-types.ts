import { mediaTypeOf, partsOf } from './multipart-related.ts';

const TYPES = ['image/jpeg', 'image/png'] as const;
export type RenderedType = (typeof TYPES)[number];

/**
 * The picture format that a client accepts (PS3.18 section 8.7.4): JPEG where it accepts any; undefined where it
 * accepts none of ours.
 */
export function acceptedPicture(accept: string | undefined): RenderedType | undefined {
  const wishes = partsOf(accept?.trim() || '*/*', ',').map((range) => {
    const { type, parameters } = mediaTypeOf(range.trim());
    return { type, weight: Number(parameters.get('q') ?? 1) };
  });
  const best = wishes.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { type } of best) {
    if (type === '*/*' || type === 'image/*') return TYPES.find((one) => !isRefused(one, wishes));
    const found = TYPES.find((one) => one === type);
    if (found) return found;
  }
  return undefined;
}

const isRefused = (type: string, wishes: readonly { type: string; weight: number }[]): boolean =>
  wishes.some((wish) => wish.type === type && wish.weight === 0);
