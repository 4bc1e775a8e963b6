export interface ByteRange {
  /** First and last byte, both inclusive. */
  readonly from: number;
  readonly to: number;
}

/**
 * The part of a file that a Range header asks for (RFC 9110, 14.1.2).
 * @returns null for the whole file (no header, another unit, several ranges), 'unsatisfiable' where the range has no
 * byte of the file
 */
export function byteRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 };
  }
  const from = Number(match[1]);
  const to = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (from >= size) return 'unsatisfiable';
  return from > to ? null : { from, to };
}
