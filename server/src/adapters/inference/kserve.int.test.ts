import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type InferenceServer,
  type Model,
  sendBinary,
  sendJson,
  startInferenceServer,
} from '../../testing/inference-server.ts';
import { inferenceSuite } from './inference.suite.ts';
import { assertModelReady, createKserveInference } from './kserve.ts';
import type { RemoteModel } from './port.ts';

const NO_FILE = { path: '', sha256: '' };
const inputs = { x: { data: Float32Array.of(0, 1, -2.5, 100), dims: [1, 4] } };

/** y = x · 2 + 1, for a row of four numbers. */
function withAffine(server: InferenceServer): RemoteModel {
  const affine: Model = ({ inputs: [x] }) => {
    if (x?.name !== 'x' || x.shape.join() !== '1,4') throw new Error('the model takes 1 × 4');
    return [{ name: 'y', shape: [1, 4], values: x.values.map((value) => value * 2 + 1) }];
  };
  server.models.set('affine', affine);
  server.models.set('affine/3', affine);
  return {
    address: server.address,
    token: null,
    allowedHosts: [server.host],
    model: 'affine',
    version: null,
    timeoutMs: 5000,
    outputs: [{ name: 'y', dims: [1, 4] }],
  };
}

inferenceSuite('inference by the Open Inference Protocol v2 over HTTP', async () => {
  const server = await startInferenceServer();
  return { inference: createKserveInference(withAffine(server)), model: NO_FILE, close: () => server.stop() };
});

describe('a model on another server', () => {
  let server: InferenceServer;
  let remote: RemoteModel;
  const run = (change: Partial<RemoteModel> = {}) =>
    createKserveInference({ ...remote, ...change }).run(NO_FILE, inputs);
  beforeAll(async () => {
    server = await startInferenceServer();
    remote = withAffine(server);
  });
  beforeEach(() => server.instead(null));
  afterAll(() => server.stop());

  it('is asked by its version, with the token, for its outputs in binary', async () => {
    await run({ version: '3', token: 'secret' });
    expect(server.seen.at(-1)).toMatchObject({
      path: '/v2/models/affine/versions/3/infer',
      authorization: 'Bearer secret',
      inputs: [{ name: 'x', shape: [1, 4], values: [0, 1, -2.5, 100] }],
      outputs: [{ name: 'y', isBinary: true }],
    });
  });

  it('may answer in JSON, flat or by rows, and with whole numbers', async () => {
    for (const data of [[1, 3, -4, 201], [[1, 3, -4, 201]]]) {
      server.instead((response) => sendJson(response, [{ name: 'y', shape: [1, 4], datatype: 'INT64', data }]));
      expect(await run()).toEqual({ y: { data: Float32Array.of(1, 3, -4, 201), dims: [1, 4] } });
    }
  });

  it('is asked again where the server says that it is busy, and then answers', async () => {
    let refused = 0;
    server.instead((response, asked) => {
      refused += 1;
      if (refused < 3) return void response.writeHead(503).end();
      sendBinary(response, [{ name: 'y', shape: [1, 4], values: asked.inputs[0]!.values }]);
    });
    expect((await run()).y!.data).toEqual(inputs.x.data);
    expect(refused).toBe(3);
  });

  const raw = (head: string | object, blocks: Buffer, length?: number) => (response: ServerResponse) => {
    const text = Buffer.from(typeof head === 'string' ? head : JSON.stringify(head));
    response.writeHead(200, { 'inference-header-content-length': length ?? text.length });
    response.end(Buffer.concat([text, blocks]));
  };
  const y = (change: object) => ({ outputs: [{ name: 'y', shape: [1, 4], datatype: 'FP32', ...change }] });
  const size = (binary_data_size: number) => ({ parameters: { binary_data_size } });
  it.each([
    ['is slow', () => {}, 'REMOTE_TIMED_OUT'],
    ['ends the connection', (response: ServerResponse) => response.destroy(), 'REMOTE_DOWN'],
    ['refuses', (response: ServerResponse) => response.writeHead(400).end('{}'), 'REMOTE_REFUSED'],
    ['redirects', (response: ServerResponse) => response.writeHead(302, { location: '/' }).end(), 'REMOTE_REFUSED'],
    ['sends text', raw('not JSON', Buffer.alloc(0)), 'REMOTE_ANSWER_INVALID'],
    ['names a head longer than its answer', raw(y(size(16)), Buffer.alloc(16), 9999), 'REMOTE_ANSWER_INVALID'],
    ['sends fewer bytes than it says', raw(y(size(16)), Buffer.alloc(12)), 'REMOTE_ANSWER_INVALID'],
    ['sends more bytes than it says', raw(y(size(16)), Buffer.alloc(20)), 'REMOTE_ANSWER_INVALID'],
    ['says a size that its shape has not', raw(y(size(12)), Buffer.alloc(12)), 'REMOTE_ANSWER_INVALID'],
    ['has a negative length', raw(y({ shape: [1, -4], ...size(16) }), Buffer.alloc(16)), 'REMOTE_ANSWER_INVALID'],
    ['sends text values', raw(y({ datatype: 'BYTES', ...size(4) }), Buffer.alloc(4)), 'REMOTE_ANSWER_INVALID'],
    ['sends too much', raw(y(size(200_000)), Buffer.alloc(200_000)), 'REMOTE_ANSWER_TOO_LARGE'],
    [
      'sends without an end',
      (response: ServerResponse) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(16_384)));
        };
        response.on('drain', more);
        more();
      },
      'REMOTE_ANSWER_TOO_LARGE',
    ],
  ])('ends with a reason where the server %s', async (_what, act, code) => {
    server.instead(act);
    await expect(run({ timeoutMs: code === 'REMOTE_TIMED_OUT' ? 300 : 5000 })).rejects.toMatchObject({ code });
    server.instead(null);
    expect((await run()).y!.data[0]).toBe(1);
  });

  it('is reached by the rules of outward calls: https and the open internet, unless an operator opened the host', async () => {
    for (const address of [server.address, 'https://10.0.0.1/', 'ftp://127.0.0.1/'])
      await expect(run({ address, allowedHosts: [] })).rejects.toMatchObject({ code: 'REMOTE_ADDRESS_REFUSED' });
  });

  it('says whether it is ready; a server that is down and comes back is asked again', async () => {
    await assertModelReady(remote);
    await expect(assertModelReady({ ...remote, model: 'other' })).rejects.toMatchObject({ code: 'REMOTE_REFUSED' });
    await server.stop();
    await expect(assertModelReady(remote)).rejects.toMatchObject({ code: 'REMOTE_DOWN' });
    await expect(run()).rejects.toMatchObject({ code: 'REMOTE_DOWN' });
    await server.resume();
    expect((await run()).y!.data[1]).toBe(3);
  });
});
