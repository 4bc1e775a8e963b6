import { createHash } from 'node:crypto';
import { siteAssets as contract } from '@duai/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.address}${path}`, { headers });

/** Expects a drawing and returns it, so that different names can be compared. */
async function expectDrawing(path: string): Promise<string> {
  const answer = await get(path);
  expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, 'image/svg+xml']);
  const drawing = await answer.text();
  expect(drawing, path).toMatch(/^<svg [\s\S]*<(path|rect|circle|g|text|ellipse)[\s\S]*<\/svg>\s*$/);
  return drawing;
}

describe('assets of the public pages', () => {
  it('GET /api/images/{name} serves the eight logos [AST-001]', async () => {
    const names = [
      'blacklogo',
      'whitelogo',
      'zerotokenlogo',
      'duaichecklogotrans',
      'purplelogo',
      'duaicheck-logo',
      'logo',
      'interpacs-new-logo',
    ];
    const drawings = new Set<string>();
    for (const name of names) drawings.add(await expectDrawing(`/api/images/${name}`));
    expect(drawings.size).toBe(names.length);
    expect([...contract.IMAGE_NAMES].sort()).toEqual(names.sort());
  });

  it('GET /api/video/duaicheck and /api/video/quantactintro serve films [AST-002] [AST-003]', async () => {
    const films: string[] = [];
    for (const name of ['duaicheck', 'quantactintro']) {
      const mp4 = await get(`/api/video/${name}`);
      expect([mp4.status, mp4.headers.get('content-type')]).toEqual([200, 'video/mp4']);
      const bytes = Buffer.from(await mp4.arrayBuffer());
      expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
      // Ready for streaming: the index comes before the pictures.
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
      const webm = await get(`/api/video/${name}?format=webm`);
      expect(webm.headers.get('content-type')).toBe('video/webm');
      expect(Buffer.from(await webm.arrayBuffer()).readUInt32BE(0)).toBe(0x1a45dfa3);
      films.push(createHash('sha256').update(bytes).digest('hex'));
    }
    expect(new Set(films).size).toBe(2);
    expect((await get('/api/video/nothing')).status).toBe(404);
    expect((await get('/api/video/duaicheck?format=avi')).status).toBe(400);
  });

  it('GET /api/backgrounds/{name} serves quantact, science-board, abstract [AST-004]', async () => {
    const drawings = new Set<string>();
    for (const name of ['quantact', 'science-board', 'abstract'])
      drawings.add(await expectDrawing(`/api/backgrounds/${name}`));
    expect(drawings.size).toBe(3);
    expect((await get('/api/backgrounds/nothing')).status).toBe(404);
  });

  it('GET /api/members/{id}, /api/partners/logos/{logoId} and /api/assets/{file} serve what is there [AST-005] [AST-006] [AST-007]', async () => {
    await expectDrawing('/api/members/selin-arman');
    await expectDrawing('/api/partners/logos/halden');
    const still = await get('/api/assets/hero-still.webp');
    expect([still.status, still.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await get('/api/assets/hero.mp4')).headers.get('content-type')).toBe('video/mp4');
  });

  it('a name that is not there is not found, and no path leads out', async () => {
    for (const path of [
      '/api/images/nothing',
      '/api/members/..%2Fimages%2Flogo',
      '/api/assets/..%2F..%2Fpackage.json',
      '/api/assets/',
    ])
      expect((await get(path)).status, path).toBe(404);
  });

  it('may be kept in caches, and says when nothing has changed', async () => {
    const first = await get('/api/images/logo', { 'accept-encoding': 'br' });
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d{5}/);
    expect(first.headers.get('content-encoding')).toBe('br');
    expect(await first.text()).toMatch(/^<svg /);
    const again = await get('/api/images/logo', {
      'accept-encoding': 'br',
      'if-none-match': first.headers.get('etag')!,
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
    // A weak tag, as a compressing proxy makes it, and a list of tags.
    const film = (await get('/api/video/duaicheck')).headers.get('etag')!;
    for (const known of [`W/${film}`, `"another", ${film}`])
      expect((await get('/api/video/duaicheck', { 'if-none-match': known })).status, known).toBe(304);
    // With Brotli refused, the bytes and the tag differ.
    const plain = await get('/api/images/logo', { 'accept-encoding': 'br;q=0' });
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'accept-encoding']);
    expect(plain.headers.get('etag')).not.toBe(first.headers.get('etag'));
  });

  it('films come in ranges of bytes', async () => {
    const path = '/api/video/duaicheck';
    const whole = Buffer.from(await (await get(path)).arrayBuffer());
    const part = await get(path, { range: 'bytes=100-199' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true);
    const end = await get(path, { range: 'bytes=-50' });
    expect(Buffer.from(await end.arrayBuffer()).equals(whole.subarray(-50))).toBe(true);
    const beyond = await get(path, { range: `bytes=${whole.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`]);
    // A range without a sensible meaning: the whole film is sent.
    for (const range of ['bytes=9-2', 'bytes=x-', 'items=0-1', 'bytes=0-1,5-6'])
      expect((await get(path, { range })).status, range).toBe(200);
    const head = await fetch(`${server.address}${path}`, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)]);
    expect((await get(path, { range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
  });
});
