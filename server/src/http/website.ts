import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../core/app-error.ts';
import { openPagePaths, PAGE_PATHS_FILE } from './page-paths.ts';
import { openPages, type PageFacts } from './pages.ts';
import { registerSearchEngines } from './search-engines.ts';

/** Links in the specification that are not pages themselves (decisions.md). */
const REDIRECTS = {
  '/terms': '/terms-of-service',
  '/privacy': '/privacy-policy',
  '/duaicheck': '/duaicheck-trial',
} as const;

/**
 * Makes a path that cannot be decoded an ordinary unknown path, for Fastify's `rewriteUrl`. A visitor with a link cut
 * in the middle of a character gets the not-found page, a program the usual API error.
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

/** Serves the built site: prerendered pages, hashed assets that never change, and unknown paths with status 404. */
export async function registerWebsite(http: FastifyInstance, websiteDir: string, facts: PageFacts): Promise<void> {
  for (const [from, to] of Object.entries(REDIRECTS)) {
    for (const path of [from, `${from}/`])
      http.get(path, { schema: { hide: true } }, (request, reply) => {
        // Keeps the query, for example the parameters of a campaign.
        const queryAt = request.url.indexOf('?');
        return reply.redirect(queryAt < 0 ? to : to + request.url.slice(queryAt), 301);
      });
  }
  // Pages are served from memory with the address of this installation; other files are compressed by the build.
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
  const modulesOf = await openPagePaths(websiteDir);
  const pages = await openPages(websiteDir, facts);
  registerSearchEngines(http, pages, facts.publicUrl);
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!.replace(/(.)\/$/, '$1');
    if (/^\/(api|dev)(\/|$)/.test(path)) throw new AppError('NOT_FOUND');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      // RFC 9110, 15.5.6: the answer names the allowed methods.
      reply.header('allow', 'GET, HEAD');
      throw new AppError('METHOD_NOT_ALLOWED');
    }
    if (pages.paths.has(path)) return pages.send(request, reply, path);
    reply.header('x-robots-tag', 'noindex');
    const modules = modulesOf(path);
    if (modules) return pages.sendApp(request, reply, modules);
    return pages.sendNotFound(request, reply);
  });
}
