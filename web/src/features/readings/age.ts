/** Whole years from a birthday to a day, both ISO 8601; null where the day lies before it. */
export function ageAt(birthDate: string, day: string): number | null {
  const [from, to] = [birthDate, day].map((date) => date.slice(0, 10).split('-').map(Number)) as [number[], number[]];
  const hadBirthday = to[1]! > from[1]! || (to[1] === from[1] && to[2]! >= from[2]!);
  const years = to[0]! - from[0]! - (hadBirthday ? 0 : 1);
  return years < 0 ? null : years;
}
