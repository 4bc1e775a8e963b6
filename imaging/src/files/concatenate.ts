/** Joins the parts; a single part is returned without copying. */
export function concatenate(parts: Uint8Array[]): Uint8Array {
  const [first, ...others] = parts;
  if (first && others.length === 0) return first;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
