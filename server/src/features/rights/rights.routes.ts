import { rights as contract } from '@duai/contract';
import { AppError } from '../../core/app-error.ts';
import { cookieName } from '../../http/cookie-name.ts';
import type { Route } from '../../http/route.ts';
import type { Rights } from './rights.service.ts';

/** The copy is fetched by a plain download, which sends no bearer token; a single-use cookie takes its place. */
const NAME = 'duai_export';

export function registerRightsRoutes(route: Route, rights: Rights, { isTls }: { isTls: boolean }): void {
  const cookie = {
    path: contract.downloadExport.path,
    httpOnly: true,
    secure: isTls,
    sameSite: 'strict' as const,
  };
  const name = cookieName(NAME, { isTls, path: cookie.path });

  route(contract.listAccess, ({ context, actor, query }) => rights.access(context, actor, query));

  route(contract.prepareExport, async ({ context, actor, reply }) => {
    const { ticket, size } = await rights.copy.prepare(context, actor);
    reply.setCookie(name, ticket, cookie);
    return size;
  });
  route(
    contract.downloadExport,
    async ({ context, request, reply }) => {
      const ticket = request.cookies[name];
      if (!ticket) throw new AppError('LINK_INVALID');
      const { stream, fileName } = await rights.copy.open(context, ticket);
      reply.clearCookie(name, cookie);
      reply.header('content-disposition', `attachment; filename="${fileName}"`);
      return stream;
    },
    { isSpent: true },
  );

  route(contract.getErasure, ({ actor }) => rights.erasure.find(actor));
  route(contract.requestErasure, ({ context, actor, body }) => rights.erasure.request(context, actor, body.password));
  route(contract.cancelErasure, ({ context, actor }) => rights.erasure.cancel(context, actor));
  route(contract.getErasureProof, ({ body }) => rights.erasure.proof(body.token));
}
