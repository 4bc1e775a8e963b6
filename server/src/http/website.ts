import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../core/app-error.ts';

/** Links that the specification names but that are no pages (decisions.md). */
const REDIRECTS = {
  '/terms': '/terms-of-service',
  '/privacy': '/privacy-policy',
  '/duaicheck': '/duaicheck-trial',
} as const;

/** Pages that exist only in the browser: first path segments whose routes hydrate from the fallback page. */
const APP_PATHS = [
  /^\/second-opinion\/(register|login|forgot-password|reset-password|verify-email|dashboard)$/,
  /^\/second-opinion\/cases\/[0-9a-f-]{36}(\/report)?$/,
  /^\/duaicheck-trial\/(login|register|invitation|forgot-password|reset-password|dashboard)$/,
  /^\/console(\/(login|forgot-password|reset-password|worklist|applications|institutions|press|announcements|users|audit|health))?$/,
  /^\/console\/cases\/[0-9a-f-]{36}$/,
];

/** The built site: prerendered pages, hashed assets that never change, and a 404 that is one. */
export async function registerWebsite(http: FastifyInstance, websiteDir: string): Promise<void> {
  for (const [from, to] of Object.entries(REDIRECTS)) {
    http.get(from, { schema: { hide: true } }, (_request, reply) => reply.redirect(to, 301));
  }
  await http.register(staticFiles, {
    root: websiteDir,
    wildcard: false,
    index: 'index.html',
    redirect: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const isHashed = path.includes(`${join('/', 'assets')}/`);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const fallback = '__spa-fallback.html';
  await access(join(websiteDir, fallback));
  const prerendered = new Set(
    (await readdir(websiteDir, { recursive: true }))
      .filter((path) => path.endsWith('/index.html'))
      .map((path) => `/${path.slice(0, -'/index.html'.length)}`),
  );
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!.replace(/(.)\/$/, '$1');
    if (path.startsWith('/api/') || path.startsWith('/dev/')) throw new AppError('NOT_FOUND');
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('METHOD_NOT_ALLOWED');
    // A prerendered page by its address, without a slash at the end.
    if (prerendered.has(path)) return reply.header('cache-control', 'no-cache').sendFile(`${path.slice(1)}/index.html`);
    const isPage = APP_PATHS.some((pattern) => pattern.test(path));
    return reply
      .code(isPage ? 200 : 404)
      .header('cache-control', 'no-cache')
      .sendFile(fallback);
  });
}
