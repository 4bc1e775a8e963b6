import { dicomweb as contract, LIMITS } from '@duai/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKeyActor, Context, InstitutionActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { bodyInTurns, type Turns } from '../../core/intake.ts';
import type { Route } from '../../http/route.ts';
import { type IncomingFile, STREAM_LIMIT_BYTES } from '../studies/index.ts';
import { takesWadl, WADL } from './capabilities.ts';
import type { Dicomweb } from './dicomweb.service.ts';
import { mediaTypeOf, relatedParts } from './media-types/multipart-related.ts';
import { registerWorkitemsRoutes } from './workitems/workitems.routes.ts';

export function registerDicomwebRoutes(route: Route, http: FastifyInstance, dicomweb: Dicomweb): void {
  const { storeInstances, storeResults, enterIntake, retrieve } = dicomweb;
  registerInstitution(route, dicomweb);
  registerWorkitemsRoutes(route, http, dicomweb);
  for (const root of [contract.readingImages, contract.patientImages, contract.sharedImages, contract.scanImages])
    registerRetrieval(route, retrieve, root);
  const store = async (
    { context, actor, request, reply, assertStillAdmitted }: StoreCall,
    studyInstanceUid: string | undefined,
  ): Promise<FastifyReply> => {
    const { institutionId } = actor;
    const { status, body } = await storeInstances(
      context,
      { institutionId, studyInstanceUid, assertStillAdmitted },
      dicomParts(request, enterIntake(context), LIMITS.instanceBytes + 1),
    );
    return reply.code(status).type(contract.storeInstances.produces).send(JSON.stringify(body));
  };
  for (const endpoint of [contract.storeResults, contract.storeStudyResults])
    route(endpoint, async ({ context, actor, params, request, reply }) => {
      const destination = { institutionId: actor.institutionId, algorithmId: params.algorithmId };
      const { status, body, warnings } = await storeResults(
        context,
        destination,
        dicomParts(request, enterIntake(context), STREAM_LIMIT_BYTES),
      );
      if (warnings.length > 0) reply.header('warning', warnings);
      return reply.code(status).type(endpoint.produces).send(JSON.stringify(body));
    });
  route(contract.storeInstances, (call) => store(call, undefined));
  route(contract.storeStudyInstances, (call) => store(call, call.params.studyInstanceUid));
}

/** Longest side of a thumbnail, in pixels. */
const THUMBNAIL = '200,200';

const uidsOf = ({ studyInstanceUid = '', seriesInstanceUid, sopInstanceUid }: Record<string, string>) => ({
  studyInstanceUid,
  seriesInstanceUid,
  sopInstanceUid,
});

/** QIDO-RS and WADO-RS over all studies of the caller's institution. */
function registerInstitution(route: Route, { retrieve, institution, capabilities: described }: Dicomweb): void {
  const root = contract.institutionImages;
  const searches = [
    [root.searchStudies, 'study'],
    [root.searchSeries, 'series'],
    [root.searchStudySeries, 'series'],
    [root.searchInstances, 'image'],
    [root.searchStudyInstances, 'image'],
    [root.searchSeriesInstances, 'image'],
  ] as const;
  for (const [endpoint, level] of searches)
    route(endpoint, async ({ context, actor, params, query, reply }) => {
      const { found, warnings } = await institution.search(context, actor.institutionId, level, params, query);
      if (warnings.length > 0) reply.header('warning', warnings);
      return JSON.stringify(found);
    });
  for (const endpoint of [contract.retrieveCapabilities, contract.retrieveCapabilitiesOfRoot])
    route(endpoint, async ({ request, reply }) => {
      if (!takesWadl(request.headers.accept))
        throw new AppError('NOT_ACCEPTABLE', { internal: 'capabilities are described in WADL' });
      reply.type(WADL);
      return described();
    });
  const ownerOf = (actor: InstitutionActor | ApiKeyActor, params: Record<string, string>) =>
    institution.ownerOf(actor.institutionId, params.studyInstanceUid ?? '');
  for (const endpoint of [root.studyMetadata, root.seriesMetadata, root.instanceMetadata])
    route(endpoint, async ({ context, actor, params }) =>
      retrieve.dataSets(context, await ownerOf(actor, params), uidsOf(params)),
    );
  route(root.bulkData, async ({ context, actor, params, query, request, reply, signal }) => {
    const wish = { place: params.place ?? '', accept: query.accept ?? request.headers.accept, signal };
    const { type, body } = await retrieve.bulkData(context, await ownerOf(actor, params), uidsOf(params), wish);
    reply.type(type);
    return body;
  });
  for (const endpoint of [root.study, root.series, root.instance])
    route(endpoint, async ({ context, actor, params, query, request, reply }) => {
      const owner = await ownerOf(actor, params);
      const accept = query.accept ?? request.headers.accept;
      const { type, body, isPartial } = await retrieve.instances(context, owner, uidsOf(params), accept);
      return reply
        .code(isPartial ? 206 : 200)
        .type(type)
        .send(body);
    });
  route(root.frames, async ({ context, actor, params, query, request, reply, signal }) => {
    const wish = { frames: params.frames ?? '', accept: query.accept ?? request.headers.accept, signal };
    const { type, body } = await retrieve.frames(context, await ownerOf(actor, params), uidsOf(params), wish);
    reply.type(type);
    return body;
  });
  for (const endpoint of [root.rendered, root.renderedFrame])
    route(endpoint, async ({ context, actor, params, query, request, reply, signal }) => {
      const { frames } = params;
      if (frames?.includes(',')) throw new AppError('NOT_ACCEPTABLE', { internal: 'one frame makes a picture' });
      const wish = { ...query, accept: request.headers.accept, signal, ...(frames && { frame: Number(frames) }) };
      const { type, body } = await retrieve.rendered(context, await ownerOf(actor, params), uidsOf(params), wish);
      reply.type(type);
      return body;
    });
  route(root.thumbnail, async ({ context, actor, params, request, reply, signal }) => {
    const wish = { viewport: THUMBNAIL, accept: request.headers.accept, signal };
    const { type, body } = await retrieve.rendered(context, await ownerOf(actor, params), uidsOf(params), wish);
    reply.type(type);
    return body;
  });
}

/** QIDO-RS and WADO-RS for one case or scan. */
function registerRetrieval(route: Route, retrieve: Dicomweb['retrieve'], root: contract.Retrieval): void {
  const ownerOf = (context: Context, params: Record<string, string>) =>
    retrieve.ownerOf(context, root, params[root.ownerId] ?? '');
  route(root.searchStudies, async ({ context, params, query }) =>
    JSON.stringify(await retrieve.searchStudies(context, await ownerOf(context, params), query)),
  );
  route(root.searchSeries, async ({ context, params, query }) =>
    JSON.stringify(await retrieve.searchSeries(context, await ownerOf(context, params), uidsOf(params), query)),
  );
  route(root.searchInstances, async ({ context, params, query }) =>
    JSON.stringify(await retrieve.searchInstances(context, await ownerOf(context, params), uidsOf(params), query)),
  );
  for (const endpoint of [root.studyMetadata, root.seriesMetadata])
    route(endpoint, async ({ context, params }) =>
      JSON.stringify(await retrieve.metadata(context, await ownerOf(context, params), uidsOf(params))),
    );
  route(root.instanceMetadata, async ({ context, params, signal }) =>
    JSON.stringify(await retrieve.instanceMetadata(context, await ownerOf(context, params), uidsOf(params), signal)),
  );
  route(root.frames, async ({ context, params, request, reply, signal }) => {
    const owner = await ownerOf(context, params);
    const wish = { frames: params.frames ?? '', accept: request.headers.accept, signal };
    const { type, body } = await retrieve.frames(context, owner, uidsOf(params), wish);
    reply.type(type);
    return body;
  });
  route(root.seriesFrames, async ({ context, params, query, request, reply, signal }) => {
    const owner = await ownerOf(context, params);
    const wish = { of: query.of, accept: request.headers.accept, signal };
    const { type, body } = await retrieve.seriesFrames(context, owner, uidsOf(params), wish);
    reply.type(type);
    return body;
  });
  route(root.overlay, async ({ context, params, reply, signal }) => {
    const owner = await ownerOf(context, params);
    const wish = { group: Number.parseInt(params.overlayGroup ?? '', 16), signal };
    const bits = await retrieve.overlay(context, owner, uidsOf(params), wish);
    reply.type(root.overlay.produces);
    return bits;
  });
}

interface StoreCall {
  context: Context;
  actor: InstitutionActor | ApiKeyActor;
  request: FastifyRequest;
  reply: FastifyReply;
  assertStillAdmitted: () => Promise<void>;
}

/** The DICOM parts of a STOW-RS request (PS3.18 section 10.5.1); parts have no names, so they are numbered. */
async function* dicomParts(request: FastifyRequest, turns: Turns, mostBytes: number): AsyncGenerator<IncomingFile> {
  const { type, parameters } = mediaTypeOf(request.headers['content-type'] ?? '');
  const boundary = parameters.get('boundary');
  const wanted = parameters.get('type') ?? 'application/dicom';
  if (type !== 'multipart/related' || !boundary || wanted.toLowerCase() !== 'application/dicom')
    throw new AppError('CONTENT_TYPE_NOT_SUPPORTED');
  let number = 0;
  for await (const { stream } of relatedParts(bodyInTurns(request.raw, turns), boundary, {
    mostBytes,
  })) {
    number += 1;
    yield { name: `part-${number}`, stream };
  }
}
