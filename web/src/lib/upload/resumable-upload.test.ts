import { uploads } from '@duai/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendResumable } from './resumable-upload.ts';

// Uses the browser build of tus-js-client; Node would resolve the server build.
vi.mock('tus-js-client', () => import('tus-js-client/lib.esm/browser/index.js' as 'tus-js-client'));

const endpoints = { create: uploads.createUpload, continue: uploads.continueUpload };
const CASE = '0197f1c0-0000-7000-8000-000000000001';

/** A tus server in memory that can interrupt connections; bytes received before an interruption are kept. */
class Server {
  bytes = '';
  length = 0;
  requests: string[] = [];
  /** For the next PATCH or POST with content: the number of bytes that arrive before the connection is interrupted. */
  cuts: number[] = [];
  refusal: { status: number; body: string } | undefined;
  isGone = false;

  async answer(method: string, headers: Map<string, string>, body: Blob | null) {
    this.requests.push(method);
    if (this.refusal) return { ...this.refusal, headers: {} };
    if (method === 'HEAD') {
      if (this.isGone) return { status: 404, body: '', headers: {} };
      return {
        status: 200,
        body: '',
        headers: { 'upload-offset': String(this.bytes.length), 'upload-length': String(this.length) },
      };
    }
    if (method === 'POST') {
      this.isGone = false;
      this.bytes = '';
      this.length = Number(headers.get('upload-length'));
    }
    const text = (await body?.text()) ?? '';
    const cut = body ? this.cuts.shift() : undefined;
    if (method === 'PATCH' && Number(headers.get('upload-offset')) !== this.bytes.length) {
      return { status: 409, body: 'offset', headers: {} };
    }
    this.bytes += text.slice(0, cut ?? text.length);
    if (cut !== undefined) return undefined;
    return {
      status: method === 'POST' ? 201 : 204,
      body: '',
      headers: { 'upload-offset': String(this.bytes.length), location: `/api/x/uploads/the-id` },
    };
  }
}
let server: Server;

class FakeRequest {
  readonly upload = {};
  onload = () => undefined;
  onerror = () => undefined;
  status = 0;
  responseText = '';
  #method = '';
  #headers = new Map<string, string>();
  #answered: Record<string, string> = {};
  open(method: string) {
    this.#method = method;
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name.toLowerCase(), value);
  }
  getResponseHeader(name: string) {
    return this.#answered[name.toLowerCase()] ?? null;
  }
  abort() {
    this.onload = () => undefined;
  }
  send(body: Blob | null) {
    void server.answer(this.#method, this.#headers, body).then((answer) => {
      if (!answer) return this.onerror();
      this.status = answer.status;
      this.responseText = answer.body;
      this.#answered = answer.headers as Record<string, string>;
      return this.onload();
    });
  }
}

const large = 'x'.repeat(2 * 1024 * 1024 + 10);
const send = (text: string, uploadId: string | null = null) =>
  sendResumable({
    endpoints,
    params: { caseId: CASE },
    file: { content: new Blob([text]), name: 'akciğer.dcm', sha256: null, announcedFiles: 1, namedPeople: 1, uploadId },
    onStarted: () => undefined,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    retryDelaysMs: [0, 0, 0, 0, 0, 0],
  });

beforeEach(() => {
  server = new Server();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => vi.unstubAllGlobals());

describe('a resumable upload', () => {
  it('sends a small file in one request', async () => {
    expect(await send('small')).toBe('the-id');
    expect([server.bytes, server.requests]).toEqual(['small', ['POST']]);
  });

  it('after a cut asks how much has arrived and sends only the rest', async () => {
    server.cuts = [800_000, 400_000];
    await send(large);
    expect(server.bytes).toBe(large);
    expect(server.requests).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH', 'HEAD', 'PATCH']);
  });

  it('goes on with an upload of an earlier visit', async () => {
    server.bytes = large.slice(0, 12_345);
    server.length = large.length;
    await send(large, 'the-id');
    expect([server.bytes === large, server.requests]).toEqual([true, ['HEAD', 'PATCH']]);
  });

  it('begins anew where the server has forgotten the upload', async () => {
    server.isGone = true;
    await send(large, 'the-id');
    expect([server.bytes === large, server.requests]).toEqual([true, ['HEAD', 'POST', 'PATCH']]);
  });

  it('gives up at once where the server refuses, and says its words', async () => {
    server.refusal = { status: 503, body: '{"message":"Dolu","code":"STORAGE_UNAVAILABLE"}' };
    await expect(send(large)).rejects.toMatchObject({ status: 503, message: 'Dolu' });
    expect(server.requests).toHaveLength(1);
  });

  it('gives up after a while where nothing arrives any more', async () => {
    server.cuts = Array(50).fill(0);
    await expect(send(large)).rejects.toMatchObject({ status: 0, code: 'NO_CONNECTION' });
    expect(server.requests.length).toBeLessThan(20);
  });

  it('waits as long as the device knows that it is offline, and goes on when it no longer is', async () => {
    const network = { onLine: false };
    const listeners = new Set<() => void>();
    vi.stubGlobal('navigator', network);
    vi.stubGlobal('addEventListener', (_name: string, listener: () => void) => listeners.add(listener));
    vi.stubGlobal('removeEventListener', (_name: string, listener: () => void) => listeners.delete(listener));
    server.cuts = Array(9).fill(100);
    const sent = send(large);
    // More interruptions than the retries allowed without progress.
    for (let loss = 1; loss <= 9; loss += 1) {
      await vi.waitFor(() => expect(listeners.size).toBe(1), { timeout: 20_000 });
      // Like the page, which registers one-time listeners.
      const waiting = [...listeners];
      listeners.clear();
      for (const listener of waiting) listener();
    }
    expect(await sent).toBe('the-id');
    expect(server.bytes).toBe(large);
  });
});
