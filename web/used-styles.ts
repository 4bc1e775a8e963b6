import { transform } from 'lightningcss';

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** The class names of a page, unescaped: `[&_p]:mt-3` is `[&amp;_p]:mt-3` in HTML. */
export function classesIn(html: string): string[] {
  const lists = [...html.matchAll(/ class="([^"]*)"/g)].map(([, list]) => list!);
  const names = lists.flatMap((list) => list.replace(/&(#?\w+);/g, (as, sign: string) => SIGNS[sign] ?? as).split(' '));
  return [...new Set(names)];
}

/**
 * The stylesheet for one page, without rules for classes that neither the page nor its scripts mention, and without the
 * custom properties and keyframes that are then unused.
 * @param scripts code of the modules that the page loads; any word in them may be a class that they set
 */
export function usedStyles(styles: string, html: string, scripts: readonly string[]): string {
  const classes = new Set(classesIn(html));
  const words = new Set(scripts.join('\n').match(/[^\s"'`]+/g));
  const unused = new Set<string>();
  transform({
    ...sheet(styles),
    visitor: {
      Selector(selector) {
        for (const part of selector)
          if (part.type === 'class' && !classes.has(part.name) && !words.has(part.name)) unused.add(part.name);
      },
    },
  });
  let left = without(styles, unused);
  for (let before = ''; left !== before; ) {
    before = left;
    const asked = `${html}${scripts.join('')}${left.replace(/@property --[\w-]+|--[\w-]+:|@keyframes [\w-]+/g, '')}`;
    const names = [...left.matchAll(/(--[\w-]+):|@keyframes ([\w-]+)/g)].map(
      ([, property, frames]) => property ?? frames!,
    );
    left = without(left, new Set(names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(asked))));
  }
  return left;
}

const sheet = (styles: string) => ({ filename: 'page.css', code: new TextEncoder().encode(styles) });

function without(styles: string, names: ReadonlySet<string>): string {
  return new TextDecoder().decode(transform({ ...sheet(styles), minify: true, unusedSymbols: [...names] }).code);
}
