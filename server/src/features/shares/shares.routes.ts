import { acceptedMasks, shares as contract } from '@duai/contract';
import type { FastifyRequest } from 'fastify';
import type { SharedActor } from '../../core/actor.ts';
import { cookieName } from '../../http/cookie-name.ts';
import type { Route } from '../../http/route.ts';
import type { Shares } from './shares.service.ts';

/** The path of a link's cookie. Each link has its own, so that two links open in one browser do not mix. */
const pathOf = (shareId: string) => `/api/shared/${shareId}`;
const nameOf = (isTls: boolean) => cookieName('duai_shared', { isTls, path: pathOf('') });

export function registerSharesRoutes(route: Route, shares: Shares, { isTls }: { isTls: boolean }): void {
  const name = nameOf(isTls);
  const cookie = (shareId: string) => ({
    path: pathOf(shareId),
    httpOnly: true,
    secure: isTls,
    sameSite: 'strict' as const,
  });

  route(contract.listShares, ({ context, params }) => shares.list(context, params.caseId));
  route(contract.createShare, ({ context, actor, params, body }) => shares.create(context, actor, params.caseId, body));
  route(contract.revokeShare, ({ context, params }) => shares.revoke(context, params.caseId, params.shareId));

  route(contract.openShare, async ({ context, body, reply }) => {
    const { token, shared } = await shares.open(context, body);
    const maxAge = Math.ceil((Date.parse(shared.openUntil) - Date.now()) / 1000);
    reply.setCookie(name, token, { ...cookie(shared.shareId), maxAge: Math.max(1, maxAge) });
    return shared;
  });
  route(contract.getSharedState, async ({ params, request }) => {
    const token = request.cookies[name];
    return { isOpen: token !== undefined && (await shares.findActor(params.shareId, token)) !== null };
  });
  route(contract.getSharedCase, ({ context, actor }) => shares.read(context, actor));
  route(contract.getSharedImage, ({ context, actor, params, query }) =>
    shares.image(context, actor, params.imageId, query),
  );
  route(acceptedMasks.getSharedMasks, ({ context, actor }) => shares.masks(context, actor));
  route(contract.getSharedReportPdf, async ({ context, actor, reply }) => {
    const { stream, caseNumber } = await shares.reportPdf(context, actor);
    reply.header('content-disposition', `inline; filename="${caseNumber}.pdf"`);
    return stream;
  });
  route(contract.acknowledgeShared, async ({ context, actor, body }) => {
    await shares.acknowledge(context, actor, body.markedAt);
    return { ok: true as const };
  });
  route(contract.downloadSharedImages, async ({ context, actor, reply }) => {
    const { stream, caseNumber } = await shares.download(context, actor);
    reply.header('content-disposition', `attachment; filename="${caseNumber}.zip"`);
    return stream;
  });
  route(contract.closeShared, async ({ context, actor, params, reply }) => {
    await shares.close(context, actor);
    reply.clearCookie(name, cookie(params.shareId));
    return { ok: true as const };
  });
}

/** Turns the cookie of an opening into an actor; the path gives the link, the cookie the proof. */
export const createSharedLinkOf =
  (shares: Shares, { isTls }: { isTls: boolean }) =>
  async (request: FastifyRequest): Promise<SharedActor | null> => {
    const token = request.cookies[nameOf(isTls)];
    const { shareId } = request.params as { shareId?: string };
    if (!token || !shareId || !/^[\da-f-]{36}$/i.test(shareId)) return null;
    return shares.findActor(shareId, token);
  };
