import sanitizeHtml from 'sanitize-html';

/** Headings that a text was written with elsewhere, below the title of the release. */
const HEADINGS = { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4' };

/**
 * Text, lists, links and headings below the title; no script, style, frame, form or event. Links lead by https, mailto or
 * a path of this site: `//host` and `/\\host` are addresses of other sites (WHATWG URL, "special authority slashes").
 * Plain text, without a single element, becomes paragraphs at its blank lines. Empty where nothing to read is left.
 */
export function sanitiseRelease(text: string): string {
  const html = /<[a-z!/]/i.test(text) ? text : paragraphsOf(text);
  const kept = sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'h3', 'h4', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'blockquote'],
    // A quotation in another language says so, and runs its way.
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
