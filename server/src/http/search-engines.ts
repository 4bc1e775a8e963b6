import type { FastifyInstance } from 'fastify';
import type { Pages } from './pages.ts';

const NO_INDEX = '<meta name="robots" content="noindex"';

/** Calls that public pages need to render; everything else below /api is excluded from indexing. */
const OPEN_CALLS = [
  '/api/press',
  '/api/news',
  '/api/images/',
  '/api/video/',
  '/api/backgrounds/',
  '/api/members/',
  '/api/partners/',
  '/api/assets/',
];

/** robots.txt (RFC 9309) and sitemap.xml (sitemaps.org 0.9) with every prerendered page that does not opt out. */
export function registerSearchEngines(http: FastifyInstance, pages: Pages, publicUrl: () => string): void {
  http.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          'User-agent: *',
          ...OPEN_CALLS.map((path) => `Allow: ${path}`),
          ...['/api/', '/console', '/dev/'].map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${publicUrl()}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );
  http.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const listed: string[] = [];
    for (const path of [...pages.paths].sort()) {
      if (!(await pages.text(path)).includes(NO_INDEX)) listed.push(path);
    }
    const entries = listed.map((path) => `  <url><loc>${publicUrl()}${path}</loc></url>\n`);
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`,
      );
  });
}
