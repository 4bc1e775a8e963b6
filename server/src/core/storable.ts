/**
 * Takes out of every text, however deep, what no database stores and no form sends: U+0000, which PostgreSQL refuses, and
 * halves of surrogate pairs, which are no Unicode text (RFC 8259 section 8.2). In place, and without recursion: JSON may be
 * nested as deep as its length allows.
 */
export function makeStorable(root: unknown): void {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const holder = open.pop();
    if (typeof holder !== 'object' || holder === null) continue;
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value !== 'string') open.push(value);
      else if (value.includes('\0') || !value.isWellFormed())
        (holder as Record<string, unknown>)[key] = value.replaceAll('\0', '').toWellFormed();
    }
  }
}
