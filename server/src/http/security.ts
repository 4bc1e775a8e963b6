import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { AppError } from '../core/app-error.ts';

const DIRECTIVES = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  workerSrc: ["'self'"],
  mediaSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** Sets strict headers and refuses cross-site requests (OWASP ASVS 5.0, 3.4 and 3.5). */
export async function registerSecurity(http: FastifyInstance, config: Pick<Config, 'PUBLIC_URL'>): Promise<void> {
  const isTls = config.PUBLIC_URL?.startsWith('https:') ?? false;
  await http.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: DIRECTIVES },
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

/**
 * The content security policy of a page: its own inline scripts and styles are allowed, injected ones are not. Data
 * blocks are not scripts.
 */
export function policyOfPage(html: string) {
  const scripts = html.matchAll(/<script(?![^>]*(?:\bsrc=|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g);
  const styles = html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g);
  const hashes = (found: Iterable<RegExpExecArray>) => [...new Set([...found].map(([, text]) => hashOf(text!)))];
  return {
    useDefaults: false,
    directives: {
      ...DIRECTIVES,
      scriptSrc: [...DIRECTIVES.scriptSrc, ...hashes(scripts)],
      styleSrc: [...DIRECTIVES.styleSrc, ...hashes(styles)],
    },
  };
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
