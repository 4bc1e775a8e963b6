import type { cases as contract } from '@duai/contract';
import { DAY_MS } from '../../../core/clock.ts';

/**
 * The age on a day, both ISO 8601: in years, under two years in months, under a month in days. Null where the date of birth
 * comes after it.
 */
export function ageOn(birthDate: string, day: string): contract.Age | null {
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
