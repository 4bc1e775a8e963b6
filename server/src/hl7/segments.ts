/**
 * HL7 v2.5.1 section 2.5.4: the separators of fields, components, repetitions and sub-components, and the escape
 * character.
 */
export const ENCODING = { field: '|', characters: '^~\\&' } as const;
const ESCAPES: Readonly<Record<string, string>> = { '|': 'F', '^': 'S', '~': 'R', '\\': 'E', '&': 'T' };

/**
 * Text for a component (section 2.7): separators are escaped, and characters that end a segment or frame are removed. A
 * line break becomes a space; use repetitions for lines.
 */
export const text = (value: string): string =>
  value
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(/[|^~\\&]/g, (sign) => `\\${ESCAPES[sign]}\\`);

type Component = string | null | undefined;
/** A field of components, without empty ones at the end. */
export const field = (...components: Component[]): string =>
  components
    .map((component) => (component ? text(component) : ''))
    .join('^')
    .replace(/\^+$/, '');

/** A segment from the numbers of its fields (for MSH from 2); ends with CR (section 2.5.1). */
export function segment(name: string, fields: Readonly<Record<number, string | null>>): string {
  const last = Math.max(...Object.keys(fields).map(Number));
  const first = name === 'MSH' ? 2 : 1;
  const values = Array.from({ length: last - first + 1 }, (_, index) => fields[index + first] ?? '');
  return `${[name, ...values].join(ENCODING.field)}\r`;
}

/** TS value (section 2.A.77), in UTC. */
export const timestamp = (at: Date): string => `${at.toISOString().replace(/\D/g, '').slice(0, 14)}+0000`;

/** NM value (section 2.A.47), without an exponent. */
export function number(value: number): string {
  const plain = String(value);
  if (!plain.includes('e')) return plain;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/0+$/, '') : String(BigInt(value));
}
