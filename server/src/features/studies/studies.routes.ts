import { Readable } from 'node:stream';
import { cases as caseContract, studies as contract, keepSlicesSeen, type Language } from '@duai/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/app-error.ts';
import { bodyInTurns, type Turns } from '../../core/intake.ts';
import { SERVER_TEXTS } from '../../core/texts.ts';
import type { Route } from '../../http/route.ts';
import {
  type IncomingFile,
  MOST_FILES_NAMED,
  presentRefusal,
  type Refusal,
  STREAM_LIMIT_BYTES,
} from './intake/receive-files.ts';
import type { Studies } from './studies.service.ts';

export function registerStudiesRoutes(route: Route, studies: Studies): void {
  route(caseContract.uploadCaseImages, async ({ context, params, request }) =>
    uploadAnswer(
      await withRefusalsInLanguage(context.language, () =>
        studies.uploadToCase(context, params.caseId, imageParts(request, studies.enterIntake(context))),
      ),
      context.language,
    ),
  );

  route(caseContract.getCaseImagePreview, ({ context, params, query }) =>
    studies.casePreview(context, params.caseId, params.imageId, query),
  );
  route(caseContract.listCaseSeries, ({ context, params }) => studies.seriesForViewing(context, params.caseId));

  route(contract.getInstancePreview, ({ context, actor, params, query }) =>
    studies.readingPreview(context, actor, params.instanceId, query),
  );

  route(keepSlicesSeen, ({ context, actor, params, body }) =>
    studies.keepSlicesSeen(context, actor, params.caseId, body.slices),
  );

  route(contract.downloadInstance, async ({ context, params, reply }) => {
    const file = await studies.download(context, params.instanceId);
    reply.type(file.kind === 'dicom' ? 'application/dicom' : `image/${file.kind}`);
    reply.header('content-length', file.sizeBytes);
    reply.header('content-disposition', 'attachment');
    return file.stream;
  });
}

/** The answer to a submission of images over any transport. */
export function uploadAnswer(uploaded: Awaited<ReturnType<Studies['uploadToCase']>>, language: Language) {
  const refused = uploaded.refused.map((refusal) => presentRefusal(refusal, language));
  return {
    message: SERVER_TEXTS[language].studies.uploaded,
    case: uploaded.case,
    ...(refused.length > 0 ? { refused } : {}),
  };
}

/** The repeated "images" parts of a multipart request; other files are read and dropped, other fields ignored. */
export async function* imageParts(request: FastifyRequest, turns: Turns): AsyncGenerator<IncomingFile> {
  if (!request.isMultipart()) throw new AppError('CONTENT_TYPE_NOT_SUPPORTED');
  const parts = withBodyInTurns(request, turns).parts({
    limits: {
      fileSize: STREAM_LIMIT_BYTES,
      files: MOST_FILES_NAMED,
      fields: 50,
      fieldSize: 10_000,
      parts: MOST_FILES_NAMED + 100,
    },
  });
  for await (const part of parts) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== 'images') {
      part.file.resume();
      continue;
    }
    yield { name: displayName(part.filename), stream: part.file };
  }
}

/** The same request with its body read in turns. The multipart plugin reads headers, bytes and the end from `raw`. */
function withBodyInTurns(request: FastifyRequest, turns: Turns): FastifyRequest {
  const body = Readable.from(bodyInTurns(request.raw, turns), { objectMode: false });
  const raw = Object.assign(body, { headers: request.headers });
  return Object.create(request, { raw: { value: raw } }) as FastifyRequest;
}

/** The last path segment, without control characters: only shown, never used as a path. */
export const displayName = (name: string | undefined): string =>
  (name ?? '')
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\p{Cc}/gu, '')
    .slice(0, 255) || '—';

/** Where every file is refused, the error still lists each file with its message. */
export async function withRefusalsInLanguage<T>(language: 'tr' | 'en' | 'ar', run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { refused } = (error.details ?? {}) as { refused?: Refusal[] };
    if (!refused) throw error;
    throw new AppError(error.code, {
      params: error.params,
      details: { refused: refused.map((refusal) => presentRefusal(refusal, language)) },
      internal: error.messageIn('en'),
    });
  }
}
