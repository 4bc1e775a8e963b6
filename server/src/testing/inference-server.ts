import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface NamedTensor {
  name: string;
  shape: number[];
  values: number[];
}
export interface Asked {
  path: string;
  authorization: string | undefined;
  inputs: NamedTensor[];
  /** Names of the outputs, and whether they are requested in binary. */
  outputs: { name: string; isBinary: boolean }[];
}
/** 'nothing': it never answers. */
export type Model = (asked: Asked) => NamedTensor[] | 'nothing';
type Act = (response: ServerResponse, asked: Asked) => void;

/**
 * A server for the Open Inference Protocol v2 over HTTP, written from the specification and separately from the client.
 * It reads requests by their JSON head and its sizes, and answers in binary.
 */
export async function startInferenceServer() {
  const models = new Map<string, Model>();
  const seen: Asked[] = [];
  let act: Act | null = null;
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: String(error) }));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, model = '', version, call] =
      /^\/v2\/models\/([^/]+)(?:\/versions\/([^/]+))?\/(infer|ready)$/.exec(request.url ?? '') ?? [];
    const run = models.get([model, version].filter(Boolean).join('/'));
    if (!run) return void response.writeHead(404).end();
    if (call === 'ready') return void response.writeHead(act ? 503 : 200).end();
    const asked = readRequest(request, await buffer(request));
    seen.push(asked);
    if (act) return act(response, asked);
    const outputs = run(asked);
    if (outputs !== 'nothing') sendBinary(response, outputs);
  }

  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((stopped) => server.close(() => stopped()));
  };
  return {
    host: `127.0.0.1:${port}`,
    address: `http://127.0.0.1:${port}`,
    seen,
    models,
    /** From now on the server does this instead; with null it answers again. */
    instead(other: Act | null): void {
      act = other;
    },
    stop,
    resume: () => new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready)),
  };
}
export type InferenceServer = Awaited<ReturnType<typeof startInferenceServer>>;

function readRequest(request: IncomingMessage, body: Buffer): Asked {
  const headLength = Number(request.headers['inference-header-content-length']);
  const head = JSON.parse(body.subarray(0, headLength).toString()) as {
    inputs: { name: string; shape: number[]; datatype: string; parameters: { binary_data_size: number } }[];
    outputs: { name: string; parameters?: { binary_data?: boolean } }[];
  };
  let at = headLength;
  const inputs = head.inputs.map(({ name, shape, datatype, parameters }) => {
    if (datatype !== 'FP32') throw new Error(`unexpected datatype ${datatype}`);
    const bytes = body.subarray(at, at + parameters.binary_data_size);
    at += parameters.binary_data_size;
    if (bytes.length !== shape.reduce((a, b) => a * b, 4)) throw new Error(`unexpected shape of ${name}`);
    return {
      name,
      shape,
      values: Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4)),
    };
  });
  if (at !== body.length) throw new Error('bytes are left over');
  const outputs = head.outputs.map(({ name, parameters }) => ({ name, isBinary: parameters?.binary_data === true }));
  return { path: request.url ?? '', authorization: request.headers.authorization, inputs, outputs };
}

export function sendBinary(response: ServerResponse, outputs: NamedTensor[]): void {
  const blocks = outputs.map(({ values }) => {
    const block = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) block.writeFloatLE(value, index * 4);
    return block;
  });
  const head = Buffer.from(
    JSON.stringify({
      model_name: 'a',
      outputs: outputs.map(({ name, shape }, index) => ({
        name,
        shape,
        datatype: 'FP32',
        parameters: { binary_data_size: blocks[index]!.length },
      })),
    }),
  );
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'inference-header-content-length': head.length,
  });
  response.end(Buffer.concat([head, ...blocks]));
}

/** Answers in JSON alone, like servers without the binary extension. */
export function sendJson(response: ServerResponse, outputs: object[]): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ model_name: 'a', outputs }));
}
