import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../core/app-error.ts';
import { openPagePaths, PAGE_PATHS_FILE } from './page-paths.ts';
import { openPages, type PageFacts } from './pages.ts';
import { registerSearchEngines } from './search-engines.ts';

/** Links that the specification names but that are no pages (decisions.md). */
const REDIRECTS = {
  '/terms': '/terms-of-service',
  '/privacy': '/privacy-policy',
  '/duaicheck': '/duaicheck-trial',
} as const;

/**
 * What cannot be decoded is a path like any other that nobody has: a visitor with a link that was cut in the middle of a
 * character gets the not-found page, a program the error that the API answers everywhere. For Fastify's `rewriteUrl`.
 */
export function decodableUrl(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/** The built site: prerendered pages, hashed assets that never change, and a 404 that is one. */
export async function registerWebsite(http: FastifyInstance, websiteDir: string, facts: PageFacts): Promise<void> {
  for (const [from, to] of Object.entries(REDIRECTS)) {
    for (const path of [from, `${from}/`])
      http.get(path, { schema: { hide: true } }, (request, reply) => {
        // What a campaign or a reader's own link asks for goes along.
        const queryAt = request.url.indexOf('?');
        return reply.redirect(queryAt < 0 ? to : to + request.url.slice(queryAt), 301);
      });
  }
  // Pages go out from memory, with the address of this installation; the rest are files, compressed by the build.
  await http.register(staticFiles, {
    root: websiteDir,
    wildcard: false,
    index: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', PAGE_PATHS_FILE],
    preCompressed: true,
    setHeaders(reply, path) {
      const isHashed = path.includes(`${join('/', 'assets')}/`);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const isPage = await openPagePaths(websiteDir);
  const pages = await openPages(websiteDir, facts);
  registerSearchEngines(http, pages, facts.publicUrl);
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!.replace(/(.)\/$/, '$1');
    if (/^\/(api|dev)(\/|$)/.test(path)) throw new AppError('NOT_FOUND');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      // RFC 9110, 15.5.6: a refusal names what would be accepted.
      reply.header('allow', 'GET, HEAD');
      throw new AppError('METHOD_NOT_ALLOWED');
    }
    if (pages.paths.has(path)) return pages.send(request, reply, path);
    reply.header('x-robots-tag', 'noindex');
    if (isPage(path)) return pages.sendApp(request, reply);
    return pages.sendNotFound(request, reply);
  });
}
