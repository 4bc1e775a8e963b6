import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { AppError } from '../core/app-error.ts';

/** Strict headers, and cross-site requests refused (OWASP ASVS 5.0, 3.4 and 3.5). */
export async function registerSecurity(
  http: FastifyInstance,
  config: Config,
  websiteDir: string | null,
): Promise<void> {
  const isTls = config.PUBLIC_URL?.startsWith('https:') ?? false;
  const inline = websiteDir ? await inlineHashes(websiteDir) : { scripts: [], styles: [] };
  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...inline.scripts],
        styleSrc: ["'self'", ...inline.styles],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        mediaSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: isTls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });

  http.addHook('onRequest', async (request) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
    if (request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('ORIGIN_REFUSED');
    const origin = request.headers.origin;
    if (!origin) return;
    const isOwn = URL.canParse(origin) && new URL(origin).host === request.host;
    if (!isOwn && origin !== config.PUBLIC_URL?.replace(/\/$/, '')) throw new AppError('ORIGIN_REFUSED');
  });
}

/** Hashes of the inline scripts and styles of the built pages: they hold, anything injected does not. Data blocks never run. */
async function inlineHashes(websiteDir: string): Promise<{ scripts: string[]; styles: string[] }> {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const entry of await readdir(websiteDir, { recursive: true })) {
    if (!entry.endsWith('.html')) continue;
    const html = await readFile(join(websiteDir, entry), 'utf8');
    for (const [, text] of html.matchAll(/<script(?![^>]*(?:\bsrc=|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g))
      scripts.add(hashOf(text!));
    for (const [, text] of html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)) styles.add(hashOf(text!));
  }
  return { scripts: [...scripts], styles: [...styles] };
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
