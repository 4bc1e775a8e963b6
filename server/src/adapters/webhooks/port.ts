export interface WebhookCall {
  url: string;
  body: string;
  headers: Record<string, string>;
}

/** Calls addresses that customers entered; addresses in our own network are refused, unless the operator allowed the host. */
export interface WebhookCaller {
  /** @throws WebhookError REFUSED for an address that may not be called */
  check(url: string): Promise<void>;
  /** Returns the HTTP status, whatever it is. @throws WebhookError REFUSED, TIMED_OUT, FAILED */
  call(call: WebhookCall): Promise<{ status: number }>;
}

export class WebhookError extends Error {
  readonly code: 'REFUSED' | 'TIMED_OUT' | 'FAILED';

  constructor(code: WebhookError['code'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'WebhookError';
    this.code = code;
  }
}
