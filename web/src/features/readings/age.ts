/** Full years from a birthday to a day, both ISO 8601; null if the day is before it. */
export function ageAt(birthDate: string, day: string): number | null {
  const [from, to] = [partsOf(birthDate), partsOf(day)];
  const hadBirthday = to.month > from.month || (to.month === from.month && to.day >= from.day);
  const years = to.year - from.year - (hadBirthday ? 0 : 1);
  return years < 0 ? null : years;
}

function partsOf(date: string): { year: number; month: number; day: number } {
  const [year = 0, month = 0, day = 0] = date.slice(0, 10).split('-').map(Number);
  return { year, month, day };
}
