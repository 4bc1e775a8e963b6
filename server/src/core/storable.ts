/**
 * Removes characters that cannot be stored from every text in a value: U+0000, which PostgreSQL refuses, and lone
 * surrogates, which are not Unicode text (RFC 8259 section 8.2). It changes the value in place and without recursion,
 * because JSON may be nested arbitrarily deep.
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
