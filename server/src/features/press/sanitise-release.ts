import sanitizeHtml from 'sanitize-html';

/** Headings of pasted texts, moved below the title of the release. */
const HEADINGS = { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4' };

/**
 * Keeps text, lists, links and headings; removes scripts, styles, frames, forms and event handlers. Links may use
 * https, mailto or a path of this site: `//host` and `/\\host` lead to other sites (WHATWG URL, "special authority
 * slashes"). Plain text without elements is split into paragraphs at blank lines. Returns an empty text where no
 * readable character is left.
 */
export function sanitiseRelease(text: string): string {
  const html = /<[a-z!/]/i.test(text) ? text : paragraphsOf(text);
  const kept = sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'h3', 'h4', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'blockquote'],
    // Allows a quotation in another language with its text direction.
    allowedAttributes: { '*': ['lang', 'dir'], a: ['href', 'rel'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      ...HEADINGS,
      b: 'strong',
      i: 'em',
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }),
    },
  }).trim();
  const words = kept.replace(/<[^>]*>|&nbsp;/g, '');
  return /[^\s\u200b]/.test(words) ? kept : '';
}

const paragraphsOf = (text: string): string =>
  text
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => `<p>${paragraph.replaceAll(/\r?\n/g, '<br />')}</p>`)
    .join('\n');
