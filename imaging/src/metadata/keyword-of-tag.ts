import { KEYWORDS } from './keywords.ts';

/** Read when a keyword is first asked for. */
let known: Map<string, string> | undefined;

function readTable(): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of KEYWORDS.trim().split('\n')) {
    const [group = '', ...elements] = line.split(' ');
    for (const element of elements) found.set(group + element.slice(0, 4), element.slice(4));
  }
  return found;
}

/** The keyword of a tag (PS3.6); a tag without one, as it is written: (gggg,eeee). @param tag eight hexadecimal digits */
export function keywordOfTag(tag: string): string {
  known ??= readTable();
  const first = tag.startsWith('60') ? `6000${tag.slice(4)}` : tag;
  return known.get(first) ?? `(${tag.slice(0, 4)},${tag.slice(4)})`;
}
