import type { SmsSender } from './port.ts';

const TIMEOUT_MS = 15_000;

/** POST { to, text } with a bearer token; with the Idempotency-Key the gateway can drop a repeated message. */
export const createHttpGateway = ({
  url,
  token,
  timeoutMs = TIMEOUT_MS,
}: {
  url: string;
  token: string;
  timeoutMs?: number;
}): SmsSender => ({
  async send({ to, text, id }) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': id },
      body: JSON.stringify({ to, text }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`);
  },
});
