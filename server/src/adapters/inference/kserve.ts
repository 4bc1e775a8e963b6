import { setTimeout as pause } from 'node:timers/promises';
import { type OutwardCall, OutwardError, outwardExchange } from '../../core/network/outward.ts';
import { inferenceAnswer, inferenceRequest } from './kserve-messages.ts';
import { type Inference, InferenceError, type RemoteModel, type Tensor } from './port.ts';

/** Only a server that is down or busy is asked again; a slow one is not. */
const TRIES = 3;
const FIRST_PAUSE_MS = 250;
const HEAD_BYTES = 64 * 1024;
/** Longest JSON form of a number, with its comma. */
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
    const { headers: said, bytes } = await exchange(remote, 'infer', { headers, body, mostBytes, signal });
    const head = said[HEADER];
    const length = head === undefined ? null : Number(head);
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
          const isPassing = error instanceof OutwardError && error.code === 'REMOTE_DOWN';
          if (!isPassing || tried === TRIES || signal.aborted) throw error;
          await pause(FIRST_PAUSE_MS * 2 ** (tried - 1));
        }
      }
    },
    close: async () => {},
  };
}

/** Checks that the server is ready to run the model. @throws InferenceError */
export async function assertModelReady(remote: RemoteModel): Promise<void> {
  const signal = AbortSignal.timeout(Math.min(READY_TIMEOUT_MS, remote.timeoutMs));
  await exchange(remote, 'ready', { mostBytes: HEAD_BYTES, signal });
}

type Asked = Omit<OutwardCall, 'token'>;

/** One call of the protocol: `infer` posts, `ready` asks. @throws OutwardError; InferenceError for any answer but 200 */
async function exchange(remote: RemoteModel, call: 'infer' | 'ready', asked: Asked) {
  const { address, token, allowedHosts, model, version } = remote;
  const path = ['v2', 'models', model, ...(version ? ['versions', version] : []), call]
    .map(encodeURIComponent)
    .join('/');
  const url = new URL(path, address.endsWith('/') ? address : `${address}/`);
  const answer = await outwardExchange(url, { allowedHosts }, { ...asked, token });
  // The server's error text is not kept, because it may repeat the input.
  if (answer.status !== 200) throw new InferenceError('REMOTE_REFUSED', `the server answered ${answer.status}`);
  return answer;
}
