import { siteAssets as contract } from '@duai/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnown, wantedEncoding } from '../../http/negotiation.ts';
import type { Route } from '../../http/route.ts';
import { byteRange } from './byte-range.ts';
import type { SiteAsset, SiteAssets } from './site-assets.store.ts';

/** Cached for a day, and used for a further week while a fresh copy is fetched. */
const CACHED = 'public, max-age=86400, stale-while-revalidate=604800';

export function registerSiteAssetsRoutes(route: Route, assets: SiteAssets): void {
  route(contract.getImage, async ({ params, request, reply }) =>
    send(request, reply, await assets.open('images', `${params.name}.svg`)),
  );
  route(contract.getVideo, async ({ params, query, request, reply }) =>
    send(request, reply, await assets.open('video', `${params.name}.${query.format}`)),
  );
  route(contract.getBackground, async ({ params, request, reply }) =>
    send(request, reply, await assets.open('backgrounds', `${params.name}.svg`)),
  );
  route(contract.getMember, async ({ params, request, reply }) =>
    send(request, reply, await assets.open('members', `${params.memberId}.svg`)),
  );
  route(contract.getPartnerLogo, async ({ params, request, reply }) =>
    send(request, reply, await assets.open('partners', `${params.logoId}.svg`)),
  );
  route(contract.getAsset, async ({ params, request, reply }) =>
    send(request, reply, await assets.open('assets', params.file)),
  );
}

/** Supports conditional requests (RFC 9110, 13), ranges (14) and Brotli compression. */
function send(request: FastifyRequest, reply: FastifyReply, asset: SiteAsset): FastifyReply {
  const { headers } = request;
  const isCompressed = asset.brotli !== null && wantedEncoding(headers['accept-encoding']) === 'br';
  // The compressed form has different bytes and therefore its own tag (RFC 9110, 8.8.3.3).
  const etag = isCompressed ? asset.etag.replace(/"$/, '-br"') : asset.etag;
  reply.header('cache-control', CACHED).header('etag', etag).type(asset.type);
  if (asset.brotli) reply.header('vary', 'accept-encoding');
  else reply.header('accept-ranges', 'bytes');
  if (isKnown(headers['if-none-match'], etag)) return reply.code(304).send();
  if (isCompressed) return reply.header('content-encoding', 'br').send(asset.brotli);
  const isOfThisFile = headers['if-range'] === undefined || headers['if-range'] === etag;
  // A range applies only to GET (14.2). Drawings are small and always sent whole.
  const mayBePart = request.method === 'GET' && asset.brotli === null && isOfThisFile;
  const range = mayBePart ? byteRange(headers.range, asset.bytes.length) : null;
  if (range === null) return reply.send(asset.bytes);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${asset.bytes.length}`).send();
  }
  const { from, to } = range;
  reply.code(206).header('content-range', `bytes ${from}-${to}/${asset.bytes.length}`);
  return reply.send(asset.bytes.subarray(from, to + 1));
}
