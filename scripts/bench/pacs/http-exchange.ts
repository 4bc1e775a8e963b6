import { Agent, type IncomingMessage, request } from 'node:http';

export const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Number of bytes of the answer, which is read and discarded. */
export function exchange(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-length': String(body.length) } : {};
    const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (answer: IncomingMessage) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const BOUNDARY = 'pacs-benchmark';
export const RELATED = `multipart/related; type="application/dicom"; boundary=${BOUNDARY}`;

/** A multipart/related body: one part for each instance (PS3.18 section 10.5). */
export const relatedBody = (files: readonly Buffer[]): Buffer =>
  Buffer.concat([
    ...files.flatMap((file) => [
      Buffer.from(`--${BOUNDARY}\r\nContent-Type: application/dicom\r\n\r\n`),
      file,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
