import { dicomweb as contract } from '@duai/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKeyActor, Context, InstitutionActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { bodyInTurns, type Turns } from '../../core/intake.ts';
import type { Route } from '../../http/route.ts';
import { type IncomingFile, STREAM_LIMIT_BYTES } from '../studies/index.ts';
import type { Dicomweb } from './dicomweb.service.ts';
import { mediaTypeOf, relatedParts } from './multipart-related.ts';

export function registerDicomwebRoutes(route: Route, { storeInstances, enterIntake }: Dicomweb): void {
  const store = async (
    { context, actor, request, reply, assertStillAdmitted }: StoreCall,
    studyInstanceUid: string | undefined,
  ): Promise<FastifyReply> => {
    const { institutionId } = actor;
    const { status, body } = await storeInstances(
      context,
      { institutionId, studyInstanceUid, assertStillAdmitted },
      dicomParts(request, enterIntake(context)),
    );
    return reply.code(status).type(contract.storeInstances.produces).send(JSON.stringify(body));
  };
  route(contract.storeInstances, (call) => store(call, undefined));
  route(contract.storeStudyInstances, (call) => store(call, call.params.studyInstanceUid));
}

interface StoreCall {
  context: Context;
  actor: InstitutionActor | ApiKeyActor;
  request: FastifyRequest;
  reply: FastifyReply;
  assertStillAdmitted: () => Promise<void>;
}

/** The DICOM parts of a STOW-RS request (PS3.18 section 10.5.1); they have no names, so they are numbered. */
async function* dicomParts(request: FastifyRequest, turns: Turns): AsyncGenerator<IncomingFile> {
  const { type, parameters } = mediaTypeOf(request.headers['content-type'] ?? '');
  const boundary = parameters.get('boundary');
  const wanted = parameters.get('type') ?? 'application/dicom';
  if (type !== 'multipart/related' || !boundary || wanted.toLowerCase() !== 'application/dicom')
    throw new AppError('CONTENT_TYPE_NOT_SUPPORTED');
  let number = 0;
  for await (const { stream } of relatedParts(bodyInTurns(request.raw, turns), boundary, {
    mostBytes: STREAM_LIMIT_BYTES,
  })) {
    number += 1;
    yield { name: `part-${number}`, stream };
  }
}
