import type { cases, reports } from '@duai/contract';

interface Texts {
  readonly image: (at: { number: number }) => string;
  readonly sides: Readonly<Record<cases.Side, string>>;
}

/** Series, number of the image and side, as the PDF tells them; null for a report from before they were kept. */
export const placeText = (place: reports.KeyImagePlace | null | undefined, { image, sides }: Texts): string | null =>
  place
    ? [place.series, image({ number: place.number }), place.laterality && sides[place.laterality]]
        .filter(Boolean)
        .join(', ')
    : null;
