import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { daySchema } from '../values/fields.ts';
import { URGENCIES, type Urgency, urgencySchema } from './cases.ts';

/** Signed reports of so many days are counted. */
export const TURNAROUND_DAYS = 90;
/** The public page tells no figure of fewer reports. */
export const TURNAROUND_LEAST = 20;

const figuresSchema = z.object({
  urgency: urgencySchema,
  reports: z.number().int(),
  /** Hours from the submission of the images to the signature; null of nothing. */
  medianHours: z.number().nullable(),
  /** 90 % were signed within so many hours. */
  p90Hours: z.number().nullable(),
});
export type TurnaroundFigures = z.infer<typeof figuresSchema>;
const turnaroundSchema = z.object({
  /** Of the last 90 days: the public page shows these. */
  urgencies: z.array(figuresSchema.extend({ inTime: z.number().int() })),
  /** The Mondays of all their weeks, the oldest first, in the time of the house; `weeks`: of those with reports. */
  mondays: z.array(daySchema),
  weeks: z.array(figuresSchema.extend({ monday: daySchema })),
});
export type Turnaround = z.infer<typeof turnaroundSchema>;

export const getTurnaround = defineEndpoint({
  method: 'GET',
  path: '/api/console/turnaround',
  audience: 'operator',
  tag: 'Operations',
  summary: `Hours from images to signature: median and 90th percentile of ${TURNAROUND_DAYS} days by urgency, and by week`,
  answer: turnaroundSchema,
});

/** A figure as every page writes it: whole hours, up. */
export const hoursShown = (hours: number | null): string => (hours === null ? '–' : String(Math.ceil(hours)));

export const PUBLIC_FIGURES = ['median', 'p90'] as const;
/** Texts of the built page in whose place the server writes a figure. */
export const turnaroundPlace = (urgency: Urgency, figure: (typeof PUBLIC_FIGURES)[number]): string =>
  `DUAI-TURNAROUND-${urgency}-${figure}-HERE`;

/** What stands in each place: a dash where there are too few reports to tell. */
export function publicTurnaround(urgencies: readonly TurnaroundFigures[]): Map<string, string> {
  const places = new Map<string, string>();
  for (const urgency of URGENCIES) {
    const known = urgencies.find((figures) => figures.urgency === urgency && figures.reports >= TURNAROUND_LEAST);
    places.set(turnaroundPlace(urgency, 'median'), hoursShown(known?.medianHours ?? null));
    places.set(turnaroundPlace(urgency, 'p90'), hoursShown(known?.p90Hours ?? null));
  }
  return places;
}
