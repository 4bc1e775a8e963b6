import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { FallbackPage } from './static-page.ts';

/**
 * Renders a page at build time, whole and without streaming. The fallback page is recognised separately: it has the address
 * of a static page but needs the scripts of the apps.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <FallbackPage value={context.isSpaMode}>
        <ServerRouter context={context} url={request.url} />
      </FallbackPage>,
      {
        onAllReady() {
          const body = new PassThrough();
          headers.set('Content-Type', 'text/html');
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError: reject,
      },
    );
  });
}
