/** HL7 v2.5.1 section 2.5.4: separators of fields, components, repetitions, sub-components; and the escape character. */
export const ENCODING = { field: '|', characters: '^~\\&' } as const;
const ESCAPES: Readonly<Record<string, string>> = { '|': 'F', '^': 'S', '~': 'R', '\\': 'E', '&': 'T' };

/**
 * Text as it stands within a component (section 2.7): separators escaped, no character that ends a segment or a frame. An
 * end of a line becomes a space; whoever wants lines sends repetitions.
 */
export const text = (value: string): string =>
  value
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(/[|^~\\&]/g, (sign) => `\\${ESCAPES[sign]}\\`);

type Component = string | null | undefined;
/** A field of components; empty ones at its end are left out. */
export const field = (...components: Component[]): string =>
  components
    .map((component) => (component ? text(component) : ''))
    .join('^')
    .replace(/\^+$/, '');

/** A segment by the numbers of its fields (MSH-2 and on for a header); ends with CR (section 2.5.1). */
export function segment(name: string, fields: Readonly<Record<number, string | null>>): string {
  const last = Math.max(...Object.keys(fields).map(Number));
  const first = name === 'MSH' ? 2 : 1;
  const values = Array.from({ length: last - first + 1 }, (_, index) => fields[index + first] ?? '');
  return `${[name, ...values].join(ENCODING.field)}\r`;
}

/** TS (section 2.A.77), in UTC. */
export const timestamp = (at: Date): string => `${at.toISOString().replace(/\D/g, '').slice(0, 14)}+0000`;

/** NM (section 2.A.47): no exponent. */
export function number(value: number): string {
  const plain = String(value);
  if (!plain.includes('e')) return plain;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/0+$/, '') : String(BigInt(value));
}
