import type { marks as contract } from '@duai/contract';
import { TaskFailed } from '../../../adapters/compute/port.ts';
import type { Parts } from '../../../parts.ts';
import type { Owner, Queries } from '../studies.store.ts';
import { findSegmentations } from '../study-trees.store.ts';

const READ_TIMEOUT_MS = 60_000;
/** Some 300 segmentations of an organ; a character is a byte or two. */
const KEPT_CHARACTERS = 32 * 1024 * 1024;

/** One segment of a segmentation, as a child process reads it. */
export type DrawnSegment = Omit<contract.OutsideMask, 'code' | 'isRead'>;

/**
 * Masks of DICOM segmentations among images, one for each segment, by the image and frame that the functional groups name
 * (PS3.3 C.8.20.2 and C.7.6.16.2.1). What cannot be read is named, for an image without its mask must not look like one that
 * has none. A stored file never changes: what it says is kept in memory by its hash, up to `KEPT_CHARACTERS`.
 */
export function createSegmentations({ storage, compute }: Pick<Parts, 'storage' | 'compute'>) {
  const kept = new Map<string, Promise<DrawnSegment[] | null>>();
  const sizes = new Map<string, number>();

  function forget(sha256: string): void {
    kept.delete(sha256);
    sizes.delete(sha256);
  }

  /** The longest unused first. */
  function makeRoom(): void {
    let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const sha256 of kept.keys()) {
      if (bytes <= KEPT_CHARACTERS) return;
      bytes -= sizes.get(sha256) ?? 0;
      forget(sha256);
    }
  }

  /** @returns null for what cannot be read */
  async function read(sha256: string, account: string | undefined): Promise<DrawnSegment[] | null> {
    const file = await storage.checkout(sha256);
    try {
      return await compute.run('read-segmentation', { path: file.path }, { timeoutMs: READ_TIMEOUT_MS, account });
    } catch (error) {
      if (error instanceof TaskFailed) return null;
      throw error;
    } finally {
      await file.release();
    }
  }

  function segmentsOf(sha256: string, account: string | undefined): Promise<DrawnSegment[] | null> {
    const known = kept.get(sha256);
    const answer = known ?? read(sha256, account);
    kept.delete(sha256);
    kept.set(sha256, answer);
    if (!known)
      answer.then(
        (segments) => {
          sizes.set(sha256, sizeOf(segments));
          makeRoom();
        },
        // A process that died says nothing of the file.
        () => forget(sha256),
      );
    return answer;
  }

  return {
    /** Whose images these are, and that the caller may see them, is the caller's to ask. */
    async ofOwner(on: Queries, owner: Owner): Promise<{ sha256: string; name: string }[]> {
      const found = await findSegmentations(on, owner);
      return found.map(({ sha256, description }) => ({ sha256, name: description ?? 'SEG' }));
    },

    /** All of them at once: each waits for a process of its own. */
    async masksOf(
      found: readonly { sha256: string; name: string }[],
      account: string | undefined,
    ): Promise<contract.OutsideMask[]> {
      const masks = await Promise.all(
        found.map(async ({ sha256, name }) => {
          const segments = await segmentsOf(sha256, account);
          const unread = { label: name, isRead: false, isFractional: false, columns: 1, rows: 1, slices: [] };
          return segments?.map((segment) => ({ ...segment, label: segment.label || name, isRead: true })) ?? [unread];
        }),
      );
      return masks.flat().map((mask, index) => ({ ...mask, code: `SEG_${index + 1}` }));
    },
  };
}

const sizeOf = (segments: DrawnSegment[] | null): number =>
  (segments ?? []).reduce(
    (sum, { slices }) =>
      sum + slices.reduce((all, { runs, sopInstanceUid }) => all + runs.length + sopInstanceUid.length, 0),
    1,
  );
