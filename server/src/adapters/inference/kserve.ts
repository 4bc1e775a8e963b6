import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { OutwardRefused, outwardAddresses, outwardRequest } from '../../core/outward.ts';
import { inferenceAnswer, inferenceRequest } from './kserve-messages.ts';
import { type Inference, InferenceError, type RemoteModel, type Tensor } from './port.ts';

/** A server that is restarted or busy answers soon; one that is slow is not asked again. */
const TRIES = 3;
const FIRST_PAUSE_MS = 250;
/** "Come again": too many requests, bad gateway, unavailable, gateway timed out (RFC 9110, RFC 6585). */
const PASSING = new Set([429, 502, 503, 504]);
const HEAD_BYTES = 64 * 1024;
/** A number as JSON, with its comma. */
const JSON_NUMBER_BYTES = 32;
const HEADER = 'inference-header-content-length';
const READY_TIMEOUT_MS = 5000;

/** A network on a server that speaks the Open Inference Protocol v2 over HTTP. */
export function createKserveInference(remote: RemoteModel): Inference {
  const values = remote.outputs.reduce((sum, { dims }) => sum + dims.reduce((a, b) => a * b, 1), 0);
  const mostBytes = HEAD_BYTES + values * JSON_NUMBER_BYTES;

  async function once(inputs: Record<string, Tensor>, signal: AbortSignal): Promise<Record<string, Tensor>> {
    const { headLength, body } = inferenceRequest(inputs, remote.outputs);
    const headers = {
      'content-type': 'application/octet-stream',
      'content-length': body.length,
      [HEADER]: headLength,
    };
    const { response, bytes } = await exchange(remote, 'infer', { headers, body, mostBytes, signal });
    const said = response.headers[HEADER];
    const length = said === undefined ? null : Number(said);
    if (length !== null && !(Number.isInteger(length) && length >= 0))
      throw new InferenceError('REMOTE_ANSWER_INVALID', 'the length of the head of the answer is not a number');
    return inferenceAnswer({ headLength: length, body: bytes });
  }

  return {
    async run(_model, inputs) {
      const signal = AbortSignal.timeout(remote.timeoutMs);
      for (let tried = 1; ; tried += 1) {
        try {
          return await once(inputs, signal);
        } catch (error) {
          const isPassing = error instanceof InferenceError && error.code === 'REMOTE_DOWN';
          if (!isPassing || tried === TRIES || signal.aborted) throw error;
          await pause(FIRST_PAUSE_MS * 2 ** (tried - 1));
        }
      }
    },
    close: async () => {},
  };
}

/** Whether the server says that the model can be asked. @throws InferenceError */
export async function assertModelReady(remote: RemoteModel): Promise<void> {
  const signal = AbortSignal.timeout(Math.min(READY_TIMEOUT_MS, remote.timeoutMs));
  await exchange(remote, 'ready', { headers: {}, mostBytes: HEAD_BYTES, signal });
}

interface Asked {
  headers: Record<string, string | number>;
  body?: Uint8Array;
  mostBytes: number;
  signal: AbortSignal;
}

/** One call of the protocol: `infer` posts, `ready` asks. @throws InferenceError for any answer but 200 */
async function exchange(
  remote: RemoteModel,
  call: 'infer' | 'ready',
  { headers, body, mostBytes, signal }: Asked,
): Promise<{ response: IncomingMessage; bytes: Uint8Array }> {
  const { address, token, allowedHosts, model, version } = remote;
  const path = ['v2', 'models', model, ...(version ? ['versions', version] : []), call]
    .map(encodeURIComponent)
    .join('/');
  const url = new URL(path, address.endsWith('/') ? address : `${address}/`);
  const addresses = await outwardAddresses(url, { allowedHosts }).catch((cause: unknown) => {
    if (!(cause instanceof OutwardRefused)) throw cause;
    throw new InferenceError('REMOTE_ADDRESS_REFUSED', cause.message, { cause });
  });
  try {
    const response = await new Promise<IncomingMessage>((answered, failed) => {
      const request = outwardRequest(url, addresses, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
        signal,
      });
      request.on('response', answered);
      request.on('error', failed);
      request.end(body);
    });
    const bytes = await bytesOf(response, mostBytes);
    const { statusCode = 0 } = response;
    if (PASSING.has(statusCode)) throw new InferenceError('REMOTE_DOWN', `the server answered ${statusCode}`);
    // What a server writes of an error may repeat what it was given: its words are not kept.
    if (statusCode !== 200) throw new InferenceError('REMOTE_REFUSED', `the server answered ${statusCode}`);
    return { response, bytes };
  } catch (error) {
    if (error instanceof InferenceError) throw error;
    if (signal.aborted) throw new InferenceError('REMOTE_TIMED_OUT', 'the server did not answer in time');
    const what = (error as { code?: string }).code ?? 'connection failed';
    throw new InferenceError('REMOTE_DOWN', `the server cannot be reached: ${what}`, { cause: error });
  }
}

async function bytesOf(response: IncomingMessage, mostBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) {
      response.destroy();
      throw new InferenceError('REMOTE_ANSWER_TOO_LARGE', `the answer has more than ${mostBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
