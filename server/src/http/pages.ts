import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type claims, given, type press, SITE_ORIGIN } from '@duai/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withClaims } from './claims-place.ts';
import { isKnown, wantedEncoding } from './negotiation.ts';
import { withAnnouncement } from './news-place.ts';
import { policyOfPage } from './security.ts';

const SUFFIX = '/index.html';
/** Shown for every unknown path; not a page itself. */
const NOT_FOUND = '/404';
/** The HTML from which the browser apps start. */
const FALLBACK = '/__spa-fallback.html';

interface Page {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  policy: ReturnType<typeof policyOfPage>;
}

export interface Pages {
  /** Paths of prerendered pages, without a slash at the end; `/` is the home page. */
  paths: ReadonlySet<string>;
  /** The HTML of a page, with the address of this site. */
  text(path: string): Promise<string>;
  send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply>;
  /** The HTML from which a page of the apps starts; it names the modules of that page. */
  sendApp(request: FastifyRequest, reply: FastifyReply, modules: readonly string[]): Promise<FastifyReply>;
  sendNotFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** Facts of the running installation that pages contain. */
export interface PageFacts {
  publicUrl: () => string;
  currentAnnouncement: () => Promise<press.Announcement | null>;
  hiddenClaims: () => Promise<claims.ClaimName[]>;
  /** What this installation counts and measures, by the place of the built page where it stands. */
  measured: () => Promise<ReadonlyMap<string, string>>;
}

/**
 * The HTML of the built site. Pages are built with SITE_ORIGIN (canonical address, Open Graph), a place for the current
 * announcement and every claim: each gets the address of this installation, the announcement and what is measured here, loses the claims that are withdrawn, and is kept compressed until one of these changes.
 */
export async function openPages(websiteDir: string, facts: PageFacts): Promise<Pages> {
  const files = new Map<string, string>();
  for (const entry of await readdir(websiteDir, { recursive: true })) {
    const path = `/${entry.replaceAll('\\', '/')}`;
    if (path.endsWith(SUFFIX)) files.set(path.slice(0, -SUFFIX.length) || '/', path);
    else if (path.endsWith('.html')) files.set(path, path);
  }
  const kept = new Map<string, { key: string; page: Promise<Page> }>();
  const read = async (path: string, modules: readonly string[] = []): Promise<Page> => {
    const [announcement, hidden, measured] = await Promise.all([
      facts.currentAnnouncement(),
      facts.hiddenClaims(),
      facts.measured(),
    ]);
    const key = [announcement?.id, ...measured.values(), ...hidden].join();
    const name = [path, ...modules].join(' ');
    const known = kept.get(name);
    if (known?.key === key) return known.page;
    const page = prepare(join(websiteDir, given(files.get(path), 'the file of a page')), facts.publicUrl(), (html) =>
      withModules(withAnnouncement(withClaims(html, hidden, measured), announcement), modules),
    );
    kept.set(name, { key, page });
    // The next request tries a failed read again.
    page.catch(() => kept.delete(name));
    return page;
  };
  const send = async (request: FastifyRequest, reply: FastifyReply, path: string, modules?: readonly string[]) => {
    const page = await read(path, modules);
    const encoding = wantedEncoding(request.headers['accept-encoding']);
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', page.etag);
    reply.type('text/html; charset=utf-8');
    reply.helmet({ contentSecurityPolicy: page.policy });
    if (reply.statusCode === 200 && isKnown(request.headers['if-none-match'], page.etag)) return reply.code(304).send();
    if (encoding !== 'plain') reply.header('content-encoding', encoding);
    return reply.send(page[encoding]);
  };
  return {
    paths: new Set([...files.keys()].filter((path) => !path.endsWith('.html') && path !== NOT_FOUND)),
    text: async (path) => (await read(path)).plain.toString('utf8'),
    send: (request, reply, path) => send(request, reply, path),
    sendApp: (request, reply, modules) => send(request, reply, FALLBACK, modules),
    sendNotFound: (request, reply) => send(request, reply.code(404), files.has(NOT_FOUND) ? NOT_FOUND : FALLBACK),
  };
}

/** The browser fetches them beside what the page names already, not when the code before them has run. */
const withModules = (html: string, modules: readonly string[]): string =>
  html.replace(
    '</head>',
    () => `${modules.map((path) => `<link rel="modulepreload" href="${path}"/>`).join('')}</head>`,
  );

async function prepare(file: string, origin: string, filled: (html: string) => string): Promise<Page> {
  const html = (await readFile(file, 'utf8')).replaceAll(SITE_ORIGIN, origin);
  const plain = Buffer.from(filled(html));
  // The best level: 10 % smaller than level 9; only the first request of a page waits a fifth of a second.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzip)(plain)]);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { etag, plain, br, gzip: zipped, policy: policyOfPage(html) };
}
