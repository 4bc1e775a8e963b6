import type { claims } from '@duai/contract';
import { Parser } from 'htmlparser2';

/**
 * A built page without the claims that are not to be shown today, and with what this installation measures in the places for it. Every claim
 * of a page stands in an element with `data-claim`; `<html data-hidden-claims>` tells the apps in the browser.
 */
export function withClaims(
  html: string,
  hidden: readonly claims.ClaimName[],
  measured: ReadonlyMap<string, string>,
): string {
  let filled = html;
  for (const [place, text] of measured) filled = filled.replaceAll(place, text);
  if (hidden.length === 0) return filled;
  return withoutElements(filled, hidden).replace('<html ', `<html data-hidden-claims="${hidden.join(' ')}" `);
}

function withoutElements(html: string, names: readonly string[]): string {
  const kept: string[] = [];
  let keptTo = 0;
  let depth = 0;
  let cutDepth: number | undefined;
  const parser = new Parser({
    onopentag(_name, attributes) {
      depth += 1;
      if (cutDepth !== undefined || !names.includes(attributes['data-claim'] ?? '')) return;
      cutDepth = depth;
      kept.push(html.slice(keptTo, parser.startIndex));
    },
    onclosetag() {
      if (depth === cutDepth) {
        cutDepth = undefined;
        keptTo = parser.endIndex + 1;
      }
      depth -= 1;
    },
  });
  parser.end(html);
  return [...kept, html.slice(keptTo)].join('');
}
