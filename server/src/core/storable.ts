/** A text without U+0000, which PostgreSQL refuses, and lone surrogates, which are not Unicode text (RFC 8259 section 8.2). */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Removes what cannot be stored from every text in a value, and fields with such a name, which nobody asks for. It changes the
 * value in place and without recursion, because JSON may be nested arbitrarily deep.
 */
export function makeStorable(root: unknown): void {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const holder = open.pop();
    if (typeof holder !== 'object' || holder === null) continue;
    const fields = holder as Record<string, unknown>;
    for (const [key, value] of Object.entries(fields)) {
      if (!isStorable(key)) delete fields[key];
      else if (typeof value !== 'string') open.push(value);
      else if (!isStorable(value)) fields[key] = storableText(value);
    }
  }
}
