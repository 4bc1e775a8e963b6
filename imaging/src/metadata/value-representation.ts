import { VALUE_REPRESENTATIONS } from './value-representations.ts';

/** Read when a data set without VRs is first met. */
let known: Map<number, string> | undefined;

function readTable(): Map<number, string> {
  const found = new Map<number, string>();
  for (const line of VALUE_REPRESENTATIONS.trim().split('\n')) {
    const [group = '', ...elements] = line.split(' ');
    for (const element of elements) found.set(Number.parseInt(group + element.slice(0, 4), 16), element.slice(4));
  }
  return found;
}

/** Curves and overlays have 16 groups each (PS3.5 section 7.6). */
const firstOfRepeating = (tag: number): number => {
  const group = tag >>> 16;
  return (group & 0xff00) === 0x5000 || (group & 0xff00) === 0x6000
    ? (((group & 0xff00) << 16) | (tag & 0xffff)) >>> 0
    : tag;
};

/**
 * The value representation of a tag of the standard (PS3.6); UN where it has none. A private creator is LO (PS3.5 section
 * 7.8.1); of other private tags only their maker knows. Some are as signed as the pixels.
 */
export function vrOfTag(tag: number, isSigned: boolean): string {
  const isPrivate = ((tag >>> 16) & 1) === 1;
  const element = tag & 0xffff;
  if (isPrivate) return element >= 0x10 && element <= 0xff ? 'LO' : 'UN';
  known ??= readTable();
  const vr = known.get(firstOfRepeating(tag)) ?? 'UN';
  return vr === 'xs' ? (isSigned ? 'SS' : 'US') : vr;
}
