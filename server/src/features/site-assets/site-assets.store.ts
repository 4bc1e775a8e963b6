import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { given } from '@duai/contract';
import { notFound } from '../../core/app-error.ts';

const FILES = join(import.meta.dirname, '..', '..', '..', 'site-assets');
const KINDS = ['images', 'video', 'backgrounds', 'members', 'partners', 'assets'] as const;
export type AssetKind = (typeof KINDS)[number];

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

export interface SiteAsset {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Buffer;
  /** Null except for drawings, since films and photographs are already compressed. */
  readonly brotli: Buffer | null;
}

export type SiteAssets = ReturnType<typeof createSiteAssets>;

/**
 * Pictures and films of the public pages (server/site-assets, drawn by media/draw.ts). They are few and small, so they
 * are kept in memory.
 */
export function createSiteAssets() {
  // Only names found at the start are opened; no path is built from a request.
  const known = new Set(KINDS.flatMap((kind) => readdirSync(join(FILES, kind)).map((file) => `${kind}/${file}`)));
  const kept = new Map<string, Promise<SiteAsset>>();
  return {
    /** @throws AppError NOT_FOUND for an unknown name */
    async open(kind: AssetKind, file: string): Promise<SiteAsset> {
      const name = `${kind}/${file}`;
      if (!known.has(name) || !TYPES[extname(file)]) throw notFound('site asset');
      const asset = kept.get(name) ?? read(join(FILES, name));
      kept.set(name, asset);
      return asset;
    },
  };
}

async function read(path: string): Promise<SiteAsset> {
  const bytes = await readFile(path);
  const type = given(TYPES[extname(path)], 'the type of the asset');
  return {
    type,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bytes,
    brotli: type === 'image/svg+xml' ? await promisify(brotliCompress)(bytes) : null,
  };
}
