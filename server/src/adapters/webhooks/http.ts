import { OutwardRefused, type OutwardRules, outwardAddresses, outwardRequest } from '../../core/network/outward.ts';
import { type WebhookCall, type WebhookCaller, WebhookError } from './port.ts';

const TIMEOUT_MS = 10_000;

/** Webhooks by Node's HTTP client, with the rules for outward calls (core/network/outward.ts). */
export function createHttpWebhooks({
  allowedHosts = [],
  timeoutMs = TIMEOUT_MS,
  resolve,
}: Partial<OutwardRules> & { timeoutMs?: number }): WebhookCaller {
  const addressesOf = (url: URL) =>
    outwardAddresses(url, { allowedHosts, ...(resolve && { resolve }) }).catch((error: unknown) => {
      if (error instanceof OutwardRefused) throw new WebhookError('REFUSED', error.message, { cause: error.cause });
      throw error;
    });

  async function call({ url: text, body, headers }: WebhookCall): Promise<{ status: number }> {
    const url = new URL(text);
    const addresses = await addressesOf(url);
    return new Promise((answered, failed) => {
      const request = outwardRequest(url, addresses, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(timeoutMs),
      });
      request.on('response', (response) => {
        // The body of the answer is not read; only the status matters.
        answered({ status: response.statusCode ?? 0 });
        response.destroy();
      });
      request.on('error', (error) =>
        failed(
          error.name === 'TimeoutError' || (error as { code?: string }).code === 'ABORT_ERR'
            ? new WebhookError('TIMED_OUT', `no answer within ${timeoutMs} ms`)
            : new WebhookError('FAILED', (error as { code?: string }).code ?? error.name, { cause: error }),
        ),
      );
      request.end(body);
    });
  }

  return {
    check: async (text) => {
      if (!URL.canParse(text)) throw new WebhookError('REFUSED', 'not an address');
      await addressesOf(new URL(text));
    },
    call,
  };
}
