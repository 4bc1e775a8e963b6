import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import subsetFont from 'subset-font';

/** Weights that the pages use; the variable fonts contain 100 to 900. */
const WEIGHTS = { wght: { min: 400, max: 700 } };
/**
 * The features that tokens.css uses, and those for marks and ligatures. Arabic keeps all, because its letters are joined by
 * features.
 */
const LATIN_FEATURES = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'tnum', 'cv05', 'ss03'];
/** Characters for text that is loaded later (announcements, press releases), so that the small file covers most of it. */
const ALWAYS = `${characters(0x20, 0x7e)}©·×°–—‘’“”…çöüğışÇÖÜĞİŞ`;

interface Face {
  css: string;
  url: string;
  ranges: [number, number][];
}

/**
 * Subsets each font face of a stylesheet to the characters of a text. The small face follows the whole one, with its
 * characters as unicode-range: a browser takes the later of two faces, and fetches the whole one only for a character that
 * the small one lacks (CSS Fonts 4, 4.5). System fonts stay as they are.
 * @param clientDir directory that the URLs in the stylesheet are relative to
 * @returns the stylesheet with the small faces
 */
export async function subsetFonts(styles: string, text: string, clientDir: string): Promise<string> {
  const wanted = [...new Set(ALWAYS + text)];
  const small = await Promise.all(
    facesOf(styles).map(async ({ css, url, ranges }) => {
      const own = wanted.filter((character) =>
        ranges.some(([from, to]) => character.codePointAt(0)! >= from && character.codePointAt(0)! <= to),
      );
      if (own.length === 0) return '';
      const font = await subsetFont(await readFile(join(clientDir, url)), own.join(''), {
        targetFormat: 'woff2',
        variationAxes: WEIGHTS,
        ...(!url.includes('arabic') && { keepFeatures: LATIN_FEATURES }),
      });
      const hash = createHash('sha256').update(font).digest('base64url').slice(0, 8);
      const address = `/assets/${basename(url, '.woff2').replace(/-[\w-]{8}$/, '')}-subset-${hash}.woff2`;
      await writeFile(join(clientDir, address), font);
      return css.replace(url, address).replace(/unicode-range:[^;}]+/, `unicode-range:${rangesOf(own)}`);
    }),
  );
  const at = styles.indexOf('}', styles.lastIndexOf('@font-face')) + 1;
  return styles.slice(0, at) + small.join('') + styles.slice(at);
}

function facesOf(styles: string): Face[] {
  const faces = [...styles.matchAll(/@font-face\s*\{[^}]*\}/g)].filter(([css]) => !css.includes('local('));
  return faces.map(([css]) => {
    const url = /url\("?([^")]+)"?\)/.exec(css)?.[1];
    const listed = /unicode-range:([^;}]+)/.exec(css)?.[1];
    if (!url || !listed) throw new Error(`a face without file or unicode-range: ${css}`);
    const ranges = listed.split(',').map((range): [number, number] => {
      const [from, to = from] = range.trim().slice(2).split('-') as [string, string?];
      return [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'F'), 16)];
    });
    return { css, url, ranges };
  });
}

/** Characters as a unicode-range, with neighbours joined. */
function rangesOf(text: readonly string[]): string {
  const points = text.map((character) => character.codePointAt(0)!).sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const point of points) {
    const last = ranges.at(-1);
    if (last && point === last[1] + 1) last[1] = point;
    else ranges.push([point, point]);
  }
  const hex = (point: number) => point.toString(16).toUpperCase();
  return ranges.map(([from, to]) => `U+${hex(from)}${from === to ? '' : `-${hex(to)}`}`).join(',');
}

function characters(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
}
