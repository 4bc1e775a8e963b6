/** What dicomweb-client uses of XMLHttpRequest, which Node does not have, over fetch. */
export class FetchRequest {
  responseType = '';
  readyState = 0;
  status = 0;
  response: unknown = null;
  onreadystatechange: () => void = () => {};
  readonly #headers = new Headers();
  #method = 'GET';
  #url = '';
  #answer: Response | undefined;

  open(method: string, url: string): void {
    [this.#method, this.#url] = [method, url];
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return this.#answer?.headers.get(name) ?? null;
  }

  getAllResponseHeaders(): string {
    return [...(this.#answer?.headers ?? [])].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }

  send(body?: NonNullable<RequestInit['body']>): void {
    const sent = { method: this.#method, headers: this.#headers, ...(body !== undefined && { body }) };
    void fetch(this.#url, sent).then(async (answer) => {
      const bytes = await answer.arrayBuffer();
      this.#answer = answer;
      this.status = answer.status;
      const text = new TextDecoder().decode(bytes);
      this.response =
        this.responseType === 'arraybuffer' ? bytes : this.responseType === 'json' ? JSON.parse(text) : text;
      this.readyState = 4;
      this.onreadystatechange();
    });
  }
}
