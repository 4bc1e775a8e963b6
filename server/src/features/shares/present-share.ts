import { createHmac } from 'node:crypto';
import type { shares as contract } from '@duai/contract';
import type { SharedActor } from '../../core/actor.ts';
import { stateOf } from './shares.policy.ts';
import type { OpeningRow, ShareRow } from './shares.tables.ts';

/** A link in the form that its patient receives. */
export const presentShare = (row: ShareRow, openings: OpeningRow[], now: Date): contract.Share => ({
  id: row.id,
  label: row.label,
  state: stateOf(row, openings.length, now),
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  revokedAt: row.revokedAt?.toISOString() ?? null,
  maxOpenings: row.maxOpenings,
  openingsLeft: Math.max(0, row.maxOpenings - openings.length),
  openings: openings.map((opening) => ({
    at: opening.openedAt.toISOString(),
    hasDownloaded: opening.downloadedAt !== null,
  })),
});

export const actorOf = (share: ShareRow, opening: OpeningRow): SharedActor => ({
  realm: 'shared',
  id: share.id,
  caseId: share.caseId,
  openingId: opening.id,
});

/**
 * The stored hash of a PIN, with a key that is not in the database: a plain hash of six digits could be found by trying
 * all of them.
 */
export const pinHash = (encryptionKey: Buffer, shareId: string, pin: string): Buffer =>
  createHmac('sha256', encryptionKey).update(`share-pin:${shareId}:${pin}`).digest();
