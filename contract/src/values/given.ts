/** Returns a value that is known to be present. @throws Error that says what is missing */
export function given<T>(value: T, what: string): NonNullable<T> {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
