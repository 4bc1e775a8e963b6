import type { keptAside as contract } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import { accountOf, type Context } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { sha256Hex } from '../../../core/ids.ts';
import { type CheckedFile, headerOf, isPresentation, type StoredVersion } from '../../studies/index.ts';
import type { PacsTools } from '../pacs-tools.ts';
import * as store from './decisions.store.ts';

interface Wish {
  quarantineId: string;
  decision: contract.Decision;
  seen: string;
}

const isDamage = (error: unknown): boolean => error instanceof AppError && error.code === 'FILE_DAMAGED';

/** An administrator decides about what was kept aside (docs/decisions/0330). */
export function createDecisions({ db, clock, audit, scans, studies }: PacsTools) {
  const { versions } = studies;

  const ofRow = (tx: Tx, { scanId, sopInstanceUid }: store.QuarantineRow): Promise<StoredVersion[]> =>
    versions.find(tx, scanId, sopInstanceUid);

  /** What is there now, with the row of what is aside. Records that it was read. @throws AppError NOT_FOUND */
  const open = (context: Context, institutionId: string, quarantineId: string, what: string) =>
    db.transaction(async (tx) => {
      const row = await store.findQuarantined(tx, institutionId, quarantineId);
      if (!row) throw notFound('kept aside');
      const stored = await ofRow(tx, row);
      const arrival = await scans.versions.arrivalOf(tx, row.scanId);
      await audit.record(tx, context, {
        action: 'trial.read-kept-aside',
        subjectType: 'scan',
        subjectId: row.scanId,
        details: { quarantineId, what },
      });
      return { row, stored, arrival };
    });

  /** Undefined where our copy is damaged or gone. */
  async function readOrDamaged(row: store.QuarantineRow, account: string): Promise<CheckedFile | undefined> {
    try {
      return await versions.read(row, '', account);
    } catch (error) {
      if (isDamage(error)) return undefined;
      throw error;
    }
  }

  /** @throws AppError ASIDE_DECIDED where another decision was made; @returns whether this one was */
  async function isDecided(tx: Tx, institutionId: string, { quarantineId, decision }: Wish): Promise<boolean> {
    const made = await store.findDecision(tx, institutionId, quarantineId);
    if (made && made.decision !== decision) throw new AppError('ASIDE_DECIDED');
    return made !== undefined;
  }

  /** What `decide` needs of the files, read before anything is locked; undefined where the decision was made already. */
  async function prepare(institutionId: string, wish: Wish) {
    try {
      return await readFor(institutionId, wish);
    } catch (error) {
      // What was aside goes with the decision: where somebody made it meanwhile, nothing is missing or damaged.
      if (await db.transaction((tx) => isDecided(tx, institutionId, wish))) return undefined;
      throw error;
    }
  }

  async function readFor(institutionId: string, wish: Wish) {
    const found = await db.transaction(async (tx) => {
      if (await isDecided(tx, institutionId, wish)) return undefined;
      const row = await store.findQuarantined(tx, institutionId, wish.quarantineId);
      if (!row) throw notFound('kept aside');
      return { row, stored: await ofRow(tx, row) };
    });
    if (!found) return undefined;
    const { row, stored } = found;
    if (wish.decision === 'keep-stored') return { row };
    const file = await versions.read(row, stored[0]?.originalName ?? '', institutionId);
    const identities = new Map<string, Awaited<ReturnType<typeof versions.identityOf>>>();
    for (const version of stored) identities.set(version.id, await versions.identityOf(version, institutionId));
    return { row, taken: { file, identities } };
  }

  return {
    async compare(context: Context, institutionId: string, quarantineId: string): Promise<contract.KeptAside> {
      const { row, stored, arrival } = await open(context, institutionId, quarantineId, 'comparison');
      const account = accountOf(context.actor) ?? institutionId;
      const [first] = stored;
      const file = await readOrDamaged(row, account);
      const hasPixels = first?.isPresentation === false && file !== undefined && !isPresentation(file);
      let isDamaged = first?.isDamaged ?? false;
      let compared: Awaited<ReturnType<typeof versions.compare>> | undefined;
      if (first && file && !isDamaged)
        compared = await versions.compare(first.sha256, row.sha256, { hasPixels, account }).catch((error: unknown) => {
          if (!isDamage(error)) throw error;
          isDamaged = true;
          return undefined;
        });
      const header = file && headerOf(file);
      return {
        ...{ id: row.id, scanId: row.scanId, sopInstanceUid: row.sopInstanceUid },
        stored: first
          ? {
              receivedAt: first.receivedAt.toISOString(),
              arrival,
              ...{ sizeBytes: first.sizeBytes, transferSyntaxUid: first.transferSyntaxUid },
              ...{ columns: first.columns, rows: first.rows, frames: first.frames, isDamaged },
              hasPicture: !isDamaged && !first.isPresentation,
            }
          : null,
        moreStored: Math.max(0, stored.length - 1),
        aside: {
          receivedAt: row.receivedAt.toISOString(),
          arrival: { way: row.way, sender: row.sender },
          sizeBytes: row.sizeBytes,
          transferSyntaxUid: header?.transferSyntaxUid ?? null,
          ...{ columns: header?.columns ?? null, rows: header?.rows ?? null, frames: header?.frames ?? 1 },
          isDamaged: !file,
          hasPicture: file !== undefined && !isPresentation(file),
        },
        elements: compared?.elements ?? null,
        pixels: compared?.pixels ?? (hasPixels ? 'not-compared' : 'none'),
        seen: seenOf(row, stored),
      };
    },

    /** @throws AppError NOT_FOUND, FILE_DAMAGED, NOT_ACCEPTABLE */
    async picture(
      context: Context,
      institutionId: string,
      { quarantineId, version }: { quarantineId: string; version: 'stored' | 'aside' },
    ): Promise<Buffer> {
      const { row, stored } = await open(context, institutionId, quarantineId, version);
      const account = accountOf(context.actor) ?? institutionId;
      if (version === 'stored') {
        const [first] = stored;
        if (!first || first.isPresentation) throw notFound('picture');
        return versions.picture(first, account);
      }
      const file = await versions.read(row, '', account);
      const header = headerOf(file);
      if (!header || isPresentation(file)) throw notFound('picture');
      const { columns, rows, frames } = header;
      return versions.picture({ sha256: row.sha256, sizeBytes: row.sizeBytes, columns, rows, frames }, account);
    },

    /**
     * The same decision again changes nothing. Files go after the commit, and only those that nothing else refers to.
     * @throws AppError NOT_FOUND, ASIDE_DECIDED, ASIDE_CHANGED, FILE_DAMAGED, TRIAL_EXPIRED, TRIAL_SCANS_USED_UP
     */
    async decide(context: Context, institutionId: string, wish: Wish): Promise<void> {
      const prepared = await prepare(institutionId, wish);
      if (!prepared) return;
      const gone = await db.transaction(async (tx) => {
        // Uploads, deletions and other decisions wait here.
        await scans.versions.lockStudies(tx, institutionId);
        if (await isDecided(tx, institutionId, wish)) return [];
        const row = await store.findQuarantined(tx, institutionId, wish.quarantineId);
        if (!row) throw notFound('kept aside');
        const { scanId } = row;
        const stored = await ofRow(tx, row);
        if (seenOf(row, stored) !== wish.seen) throw new AppError('ASIDE_CHANGED');
        const { taken } = prepared;
        const former = stored.map((version) => ({
          version,
          identity: taken?.identities.get(version.id) ?? null,
        }));
        const hashes = taken
          ? await scans.versions.takeInstead(tx, { institutionId, scanId, former, file: taken.file })
          : [row.sha256];
        await store.insertDecision(tx, {
          ...{ quarantineId: row.id, institutionId, scanId, decision: wish.decision },
          decidedAt: clock.now(),
        });
        await audit.record(tx, context, {
          action: taken ? 'trial.take-kept-aside' : 'trial.keep-stored',
          subjectType: 'scan',
          subjectId: scanId,
          details: {
            quarantineId: row.id,
            storedSha256: stored.map(({ sha256 }) => sha256).join(', '),
            asideSha256: row.sha256,
          },
        });
        return hashes;
      });
      await studies.removeFiles(gone);
    },
  };
}

/** Names what a decision is about. */
const seenOf = (row: store.QuarantineRow, stored: readonly StoredVersion[]): string =>
  sha256Hex(JSON.stringify([row.sha256, stored.map(({ id, sha256 }) => [id, sha256])]));
