import { z } from 'zod';

export const ageSchema = z.object({ count: z.number().int().min(0), unit: z.enum(['years', 'months', 'days']) });
export type Age = z.infer<typeof ageSchema>;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The completed age on a day, both ISO 8601: in years, under two years in months, under a month in days. Null where the day comes
 * before the birth.
 */
export function ageOn(birthDate: string, day: string): Age | null {
  const [from, to] = [birthDate.slice(0, 10), day.slice(0, 10)];
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (!(days >= 0)) return null;
  const [born, on] = [partsOf(from), partsOf(to)];
  const months = (on.year - born.year) * 12 + on.month - born.month - (on.date < born.date ? 1 : 0);
  if (months >= 24) return { count: Math.floor(months / 12), unit: 'years' };
  return months >= 1 ? { count: months, unit: 'months' } : { count: days, unit: 'days' };
}

function partsOf(day: string): { year: number; month: number; date: number } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return { year, month, date };
}
