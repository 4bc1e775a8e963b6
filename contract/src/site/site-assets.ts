import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';

/** The image names that GET /api/images/{name} always knows. */
export const IMAGE_NAMES = [
  'blacklogo',
  'whitelogo',
  'zerotokenlogo',
  'duaichecklogotrans',
  'purplelogo',
  'duaicheck-logo',
  'logo',
  'interpacs-new-logo',
] as const;
export const VIDEO_NAMES = ['duaicheck', 'quantactintro'] as const;
export const BACKGROUND_NAMES = ['quantact', 'science-board', 'abstract'] as const;

const tag = 'Public';
const name = z.string().max(80);

export const getImage = defineEndpoint({
  method: 'GET',
  path: '/api/images/:name',
  audience: 'public',
  tag,
  summary: 'Logo or icon (SVG)',
  params: z.object({ name }),
  produces: 'image/svg+xml',
});
export const getVideo = defineEndpoint({
  method: 'GET',
  path: '/api/video/:name',
  audience: 'public',
  tag,
  summary: 'Film, whole or a range of bytes; H.264 unless WebM (AV1) is asked for',
  params: z.object({ name }),
  query: z.object({ format: z.enum(['mp4', 'webm']).default('mp4') }),
  produces: 'video/mp4',
});
export const getBackground = defineEndpoint({
  method: 'GET',
  path: '/api/backgrounds/:name',
  audience: 'public',
  tag,
  summary: 'Background drawing (SVG)',
  params: z.object({ name }),
  produces: 'image/svg+xml',
});
export const getMember = defineEndpoint({
  method: 'GET',
  path: '/api/members/:memberId',
  audience: 'public',
  tag,
  summary: 'Drawn portrait of a member (SVG)',
  params: z.object({ memberId: name }),
  produces: 'image/svg+xml',
});
export const getPartnerLogo = defineEndpoint({
  method: 'GET',
  path: '/api/partners/logos/:logoId',
  audience: 'public',
  tag,
  summary: 'Logo of a partner (SVG)',
  params: z.object({ logoId: name }),
  produces: 'image/svg+xml',
});
export const getAsset = defineEndpoint({
  method: 'GET',
  path: '/api/assets/:file',
  audience: 'public',
  tag,
  summary: 'Any other file of the public pages, by its name; films also in ranges of bytes',
  params: z.object({ file: name }),
  produces: 'application/octet-stream',
});
