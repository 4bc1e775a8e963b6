import { uploads as contract, LIMITS } from '@duai/contract';
import { ERRORS, Server } from '@tus/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type PartialFiles, partialId } from '../../adapters/partials/port.ts';
import { isStorageFull } from '../../adapters/storage/port.ts';
import { AppError } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import { bodyInTurns, type Turns } from '../../core/intake.ts';
import { languageFrom, type Route } from '../../http/route.ts';
import { uploadAnswer, withRefusalsInLanguage } from '../studies/index.ts';
import type { Uploads } from './uploads.service.ts';

const TUS_BODY = 'application/offset+octet-stream';

/** tus 1.0 (https://tus.io/protocols/resumable-upload): @tus/server handles the protocol, the service the access rights. */
export function registerUploadsRoutes(
  route: Route,
  scope: FastifyInstance,
  uploads: Uploads,
  partials: PartialFiles,
): void {
  // The body is not parsed: tus reads the stream with back-pressure.
  scope.addContentTypeParser(TUS_BODY, (_request, _body, done) => done(null));
  const tus = createProtocol(uploads, partials);

  route(contract.listUploads, ({ context, params }) => uploads.list(context, params.caseId));

  route(contract.getDeidentificationKey, ({ context, params }) => uploads.deidentificationKey(context, params.caseId));

  route(contract.createUpload, async ({ context, params, request }) => {
    await uploads.assertMayStart(context, params.caseId, Number(request.headers['upload-length'] ?? 0));
    return tus(request, uploads.enterIntake(context));
  });
  for (const endpoint of [contract.getUploadOffset, contract.continueUpload]) {
    route(endpoint, async ({ context, params, request }) => {
      await uploads.assertMayContinue(context, params.caseId, params.uploadId);
      return tus(request, uploads.enterIntake(context));
    });
  }
  route(contract.cancelUpload, async ({ context, params, request }) => {
    await uploads.assertOwn(context, params.caseId, params.uploadId);
    const answer = await tus(request, uploads.enterIntake(context));
    await uploads.forget(params.uploadId);
    return answer;
  });

  route(contract.submitUploads, async ({ context, params, body }) =>
    uploadAnswer(
      await withRefusalsInLanguage(context.language, () => uploads.submit(context, params.caseId, body)),
      context.language,
    ),
  );
}

/** Names and hashes are stored in the database only, so that the files of the protocol name no person. */
function createProtocol(uploads: Uploads, partials: PartialFiles) {
  const server = new Server({
    path: '/api/second-opinion/cases',
    datastore: partials,
    maxSize: LIMITS.uploadFileBytes,
    relativeLocation: true,
    allowedOrigins: () => false,
    namingFunction: () => partialId(newId()),
    generateUrl: (request, { id }) => `${new URL(request.url).pathname}/${id.slice(partialId('').length)}`,
    getFileIdFromRequest: (_request, uploadId) => uploadId && partialId(uploadId),
    onUploadCreate: async (request, upload) => {
      const announced = contract.uploadMetadataSchema.safeParse(upload.metadata ?? {});
      if (!announced.success || !upload.size) throw refusal('VALIDATION_FAILED', request);
      const [caseId] = /[0-9a-f-]{36}/.exec(new URL(request.url).pathname)!;
      const id = upload.id.slice(partialId('').length);
      await uploads.start(caseId, { id, sizeBytes: upload.size, ...announced.data }).catch((error: unknown) => {
        throw error instanceof AppError ? told(error, request) : error;
      });
      return { metadata: {} };
    },
    onResponseError: (request, error) => {
      const isStorage = error === ERRORS.FILE_WRITE_ERROR || !('status_code' in error);
      if (isStorageFull(error)) return refusal('STORAGE_FULL', request);
      return isStorage ? refusal('STORAGE_UNAVAILABLE', request) : undefined;
    },
  });
  return async ({ raw }: FastifyRequest, turns: Turns): Promise<Response> => {
    const hasBody = raw.method === 'POST' || raw.method === 'PATCH';
    const request = new Request(new URL(raw.url!, 'http://server'), {
      method: raw.method,
      headers: raw.headers as Record<string, string>,
      ...(hasBody ? { body: ReadableStream.from(bodyInTurns(raw, turns)), duplex: 'half' } : {}),
    });
    // With the Node request the library notices that a connection was cut, and keeps the bytes received so far.
    const answer = await server.handleWeb(Object.assign(request, { runtime: { name: 'node', node: { req: raw } } }));
    // After an error the library would close the connection before the client has read the answer; here the rest of the
    // body is read instead (http/connections.ts).
    answer.headers.delete('connection');
    return inOurWords(answer, request);
  };

  /** The status is the protocol's; the library's own text is for nobody. */
  async function inOurWords(answer: Response, request: Request): Promise<Response> {
    if (answer.status < 400 || !answer.body) return answer;
    const text = await answer.text();
    const body = isErrorBody(text) ? text : refusal(codeOf(answer.status), request).body;
    const headers = new Headers(answer.headers);
    headers.set('content-type', 'application/json; charset=utf-8');
    headers.delete('content-length');
    return new Response(body, { status: answer.status, headers });
  }

  function refusal(code: Code, request: Asked) {
    return told(new AppError(code), request);
  }

  function told(error: AppError, request: Asked) {
    const language = languageFrom(request.headers.get('accept-language'), new URL(request.url).pathname);
    const { code, status } = error;
    return { status_code: status, body: JSON.stringify({ message: error.messageIn(language), code }) };
  }
}

type Asked = { headers: Headers; url: string };
type Code =
  | 'VALIDATION_FAILED'
  | 'STORAGE_UNAVAILABLE'
  | 'STORAGE_FULL'
  | 'NOT_FOUND'
  | 'UPLOAD_INTERRUPTED'
  | 'BODY_TOO_LARGE';

/** What a refusal of the protocol means for who sends; a client of the protocol goes by its status. */
function codeOf(status: number): Code {
  if (status === 404 || status === 410) return 'NOT_FOUND';
  if (status === 409) return 'UPLOAD_INTERRUPTED';
  if (status === 413) return 'BODY_TOO_LARGE';
  return status < 500 || status === 501 ? 'VALIDATION_FAILED' : 'STORAGE_UNAVAILABLE';
}

function isErrorBody(text: string): boolean {
  try {
    return typeof (JSON.parse(text) as { code?: unknown } | null)?.code === 'string';
  } catch {
    return false;
  }
}
