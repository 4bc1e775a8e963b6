import type { Endpoint, Received, Sent } from '@duai/contract';

/** A failed call: status and error body. */
export class CallError extends Error {
  readonly status: number;
  readonly body: { message?: string; code?: string; details?: unknown };

  constructor(status: number, body: CallError['body']) {
    super(`${status} ${body.code}: ${body.message}`);
    this.status = status;
    this.body = body;
  }
}

type Input<E extends Endpoint> = {
  params?: Sent<E, 'params'>;
  query?: Sent<E, 'query'>;
  body?: Sent<E, 'body'>;
  form?: FormData;
  language?: string;
};

/** Calls endpoints of the contract over HTTP; keeps cookies and a bearer token as a browser would. */
export function createHttpClient(address: string) {
  let token: string | undefined;
  const cookies = new Map<string, string>();

  async function send<E extends Endpoint>(
    endpoint: E,
    { params, query, body, form, language = 'en' }: Input<E> = {},
  ): Promise<Response> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String((params as unknown as Record<string, unknown>)[name])),
    );
    const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
    const answer = await fetch(`${address}${path}${search}`, {
      method: endpoint.method,
      headers: {
        'accept-language': language,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  async function checked<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<Response> {
    const answer = await send(endpoint, input);
    if (!answer.ok) throw new CallError(answer.status, (await answer.json().catch(() => ({}))) as CallError['body']);
    return answer;
  }

  return {
    /** Returns the raw answer, whatever its status. */
    send,
    /** @throws CallError if the answer is not OK */
    call: async <E extends Endpoint>(endpoint: E, input?: Input<E>) =>
      (await (await checked(endpoint, input)).json()) as Received<E, 'answer'>,
    bytes: async <E extends Endpoint>(endpoint: E, input?: Input<E>) =>
      new Uint8Array(await (await checked(endpoint, input)).arrayBuffer()),
    useToken(value: string | undefined) {
      token = value;
    },
    token: () => token,
    cookies: () => [...cookies],
    useCookies(entries: [string, string][]) {
      for (const [name, value] of entries) cookies.set(name, value);
    },
  };
}
export type HttpClient = ReturnType<typeof createHttpClient>;

/** A multipart body with repeated "images" parts. */
export function imagesForm(files: { name: string; bytes: Uint8Array }[]): FormData {
  const form = new FormData();
  for (const { name, bytes } of files) form.append('images', new Blob([bytes.slice()]), name);
  return form;
}
