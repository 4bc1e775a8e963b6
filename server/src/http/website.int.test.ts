import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { claims, press, SITE_ORIGIN } from '@duai/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerErrorHandler } from './error-handler.ts';
import { registerSecurity } from './security.ts';
import { decodableUrl, registerWebsite } from './website.ts';

const ORIGIN = 'https://clinic.example';
const head = (path: string) => `<link rel="canonical" href="${SITE_ORIGIN}${path}">`;
const PLACE = press.ANNOUNCEMENT_PLACE;
const NEWS = `<aside data-enhance="news-banner" aria-label="News" hidden="" class="news"><span>${PLACE.title}</span><a href="${PLACE.linkUrl}">${PLACE.linkText}</a></aside>`;
const WEB_PATHS = new URL('../../../web/page-paths.ts', import.meta.url).href;
const { PAGE_PATHS }: { PAGE_PATHS: readonly string[] } = await import(WEB_PATHS);
const modulesOf = (path: string) => (path === '/console/password' ? ['/assets/page-abc123.js'] : []);
const SITE: Record<string, string> = {
  'page-paths.json': JSON.stringify(Object.fromEntries(PAGE_PATHS.map((path) => [path, modulesOf(path)]))),
  'index.html': `<html lang="en">${head('/')}<style>p{top:0}</style><script>theme()</script>${NEWS}<p>Home</p><p data-claim="costSavings">80%</p><p>${claims.INSTALLED_PLACE}</p>`,
  'press/index.html': `${head('/press')}<p>${'Press '.repeat(500)}</p>`,
  'unauthorized/index.html': '<meta name="robots" content="noindex"/><p>Access denied</p>',
  '404/index.html': '<h1>404 Page Not Found</h1>',
  '__spa-fallback.html': '<head></head><p>Application</p>',
  'assets/page-abc123.js': 'export const page = 1;',
};

let announcement: press.Announcement | null = null;
let hiddenClaims: claims.ClaimName[] = [];
let http: FastifyInstance;
let websiteDir: string;
beforeAll(async () => {
  websiteDir = await mkdtemp(join(tmpdir(), 'duai-website-'));
  for (const [path, text] of Object.entries(SITE)) {
    await mkdir(dirname(join(websiteDir, path)), { recursive: true });
    await writeFile(join(websiteDir, path), text);
  }
  await writeFile(join(websiteDir, 'assets/page-abc123.js.br'), brotliCompressSync('export const page = 1;'));
  http = Fastify({ rewriteUrl: (request) => decodableUrl(request.url ?? '/') });
  registerErrorHandler(http);
  await registerSecurity(http, { PUBLIC_URL: ORIGIN });
  await registerWebsite(http, websiteDir, {
    publicUrl: () => ORIGIN,
    currentAnnouncement: async () => announcement,
    hiddenClaims: async () => hiddenClaims,
    measured: async () => new Map([[claims.INSTALLED_PLACE, '2 algorithms installed']]),
  });
});
afterAll(async () => {
  await http.close();
  await rm(websiteDir, { recursive: true });
});

describe('the website', () => {
  it.each([
    ['/terms', '/terms-of-service', '[LEG-004]'],
    ['/privacy', '/privacy-policy', '[LEG-005]'],
    ['/duaicheck', '/duaicheck-trial', '[TRL-014]'],
  ])('redirects %s permanently to %s %s', async (from, to) => {
    const answer = await http.inject(from);
    expect(answer.statusCode).toBe(301);
    expect(answer.headers.location).toBe(to);
    expect((await http.inject(`${from}/`)).headers.location).toBe(to);
    const asked = await http.inject(`${from}?utm_source=a%20b&x=?`);
    expect(asked.headers.location).toBe(`${to}?utm_source=a%20b&x=?`);
  });

  it('shows a claim until it is withdrawn, and what is installed beside it', async () => {
    const before = await http.inject('/');
    expect(before.body).toContain('<p data-claim="costSavings">80%</p><p>2 algorithms installed</p>');
    hiddenClaims = ['costSavings'];
    const after = await http.inject('/');
    expect(after.body).not.toContain('80%');
    expect(after.body).toContain('<html data-hidden-claims="costSavings" lang="en">');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    hiddenClaims = [];
    expect((await http.inject('/')).body).toBe(before.body);
  });

  it('answers an unknown path with status 404 and the not-found page, a path of an app with 200 [SHR-008]', async () => {
    const unknown = await http.inject('/no/such/page');
    expect(unknown.statusCode).toBe(404);
    expect(unknown.body).toContain('404 Page Not Found');
    expect(unknown.headers['x-robots-tag']).toBe('noindex');
    expect((await http.inject('/404')).statusCode).toBe(404);
    const app = await http.inject('/second-opinion/login');
    expect([app.statusCode, app.body]).toEqual([200, SITE['__spa-fallback.html']]);
    for (const path of ['', '/studies', '/studies/0a/report', '/models', '/reports'])
      expect((await http.inject(`/duaicheck-trial/dashboard${path}`)).statusCode).toBe(200);
    for (const path of ['proof', 'usage', 'integrations', 'members', 'data', 'application'])
      expect((await http.inject(`/duaicheck-trial/${path}`)).statusCode).toBe(200);
    expect((await http.inject('/duaicheck-trial/dashboard/elsewhere')).statusCode).toBe(404);
    const call = await http.inject('/api/nothing');
    expect([call.statusCode, call.json().code]).toEqual([404, 'NOT_FOUND']);
    for (const path of ['/api', '/api/', '/api/%', '/dev'])
      expect((await http.inject(path)).json().code, path).toBe('NOT_FOUND');
    const posted = await http.inject({ method: 'POST', url: '/press' });
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('[HSE-004] serves every page of the web routes, each parameter in its form, and no other', async () => {
    const id = '0b0e6d0a-0000-4000-8000-000000000001';
    expect(PAGE_PATHS).toContain('/console/password');
    for (const path of PAGE_PATHS) {
      const asked = path.replaceAll(/:\w+\??/g, id);
      expect((await http.inject(asked)).statusCode, asked).toBe(200);
      expect((await http.inject(`${asked}/no/such/page`)).statusCode, asked).toBe(404);
    }
    for (const path of ['/verify', '/verify/ab12']) expect((await http.inject(path)).statusCode, path).toBe(200);
    for (const path of ['/console/cases/7', '/second-opinion/cases/7/report', '/console/elsewhere'])
      expect((await http.inject(path)).statusCode, path).toBe(404);
    expect((await http.inject('/page-paths.json')).statusCode).toBe(404);
  });

  it('a page of the apps names its own modules, which the browser then fetches at once', async () => {
    const link = '<link rel="modulepreload" href="/assets/page-abc123.js"/></head>';
    expect((await http.inject('/console/password')).body).toContain(link);
    expect((await http.inject('/console/worklist')).body).not.toContain('modulepreload');
    expect((await http.inject('/console/password')).body).toContain(link);
  });

  it('answers a path that cannot be decoded as one that nobody has', async () => {
    for (const path of ['/%', '/press%E0%A4', '/press/%zz?id=%']) {
      const answer = await http.inject(path);
      expect(answer.statusCode, path).toBe(404);
      expect(answer.body, path).toContain('404 Page Not Found');
    }
    expect((await http.inject('/press?id=%')).statusCode).toBe(200);
  });

  it('puts its own address into the pages, and serves them with and without a slash at the end', async () => {
    for (const path of ['/press', '/press/', '/press?id=1']) {
      const answer = await http.inject(path);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain(`${ORIGIN}/press"`);
      expect(answer.body).not.toContain(SITE_ORIGIN);
    }
  });

  it('compresses pages as the reader accepts, and answers 304 to who has them', async () => {
    const plain = await http.inject('/press');
    const br = await http.inject({ url: '/press', headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(br.headers['content-encoding']).toBe('br');
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    const zipped = await http.inject({ url: '/press', headers: { 'accept-encoding': 'gzip, br;q=0' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    const again = await http.inject({ url: '/press', headers: { 'if-none-match': String(plain.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const head = await http.inject({ method: 'HEAD', url: '/press' });
    expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, plain.headers.etag, '']);
  });

  it('keeps hashed files for a year, compressed by the build', async () => {
    const answer = await http.inject({ url: '/assets/page-abc123.js', headers: { 'accept-encoding': 'br' } });
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SITE['assets/page-abc123.js']);
  });

  it('lists the pages in sitemap.xml, but those that ask to be left out, and names it in robots.txt', async () => {
    const sitemap = await http.inject('/sitemap.xml');
    expect(sitemap.headers['content-type']).toContain('application/xml');
    expect([...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1])).toEqual([
      `${ORIGIN}/`,
      `${ORIGIN}/press`,
    ]);
    const robots = (await http.inject('/robots.txt')).body;
    expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    expect(robots).toContain('Disallow: /console');
  });

  it('writes the current announcement into a page, escaped, and changes its ETag with it', async () => {
    const without = await http.inject('/');
    expect(without.body).toContain('hidden=""');
    expect(without.body).not.toContain('{{');
    announcement = { id: 'a1', title: '<b>We & you $&</b>', linkText: 'Read "it"', linkUrl: '/press?a=1&b=2' };
    const told = await http.inject('/');
    expect(told.body).toContain('<html data-announcement="a1" lang="en">');
    expect(told.body).toContain(
      '<aside data-enhance="news-banner" aria-label="News" data-announcement="a1" class="news">',
    );
    expect(told.body).toContain('<span>&lt;b&gt;We &amp; you $&amp;&lt;/b&gt;</span>');
    expect(told.body).toContain('<a href="/press?a=1&amp;b=2">Read &quot;it&quot;</a>');
    expect(told.headers.etag).not.toBe(without.headers.etag);
    announcement = null;
    expect((await http.inject('/')).headers.etag).toBe(without.headers.etag);
  });

  it('lets the inline styles and scripts of a page be its own, and no other answer has any', async () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    announcement = { id: 'a2', title: '<script>alert()</script>', linkText: '', linkUrl: '' };
    const home = await http.inject('/');
    announcement = null;
    const policy = String(home.headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' ${hash('theme()')};`);
    expect(policy).toContain(`style-src 'self' ${hash('p{top:0}')};`);
    for (const path of ['/press', '/assets/page-abc123.js', '/robots.txt', '/no/such/page'])
      expect(String((await http.inject(path)).headers['content-security-policy'])).toMatch(
        /^default-src 'self';script-src 'self' 'wasm-unsafe-eval';style-src 'self';/,
      );
  });
});
