import type { marks as contract } from '@duai/contract';
import { imagePlaceOf } from '@duai/imaging';
import type { Parts } from '../../../parts.ts';
import type { Owner, Queries } from '../studies.store.ts';
import { findImageHeaders, findSegmentations } from '../study-trees.store.ts';
import { createKeptReadings } from './kept-readings.ts';

/** Some 300 segmentations of an organ; a character is a byte or two. */
const KEPT_CHARACTERS = 32 * 1024 * 1024;

/** One segment of a segmentation, as a child process reads it. */
export type DrawnSegment = Omit<contract.OutsideMask, 'code' | 'isRead'>;

/**
 * Masks of DICOM segmentations among images, one for each segment, by the image and frame that the functional groups name
 * (PS3.3 C.8.20.2 and C.7.6.16.2.1), on the pixels of that image. What cannot be read or does not lie on its image is named,
 * for an image without its mask must not look like one that has none. A stored file never changes: what it says is kept in memory
 * by its hash, up to `KEPT_CHARACTERS`.
 */
export function createSegmentations({ db, ...parts }: Pick<Parts, 'db' | 'storage' | 'compute'>) {
  const segmentsOf = createKeptReadings(parts, 'read-segmentation', { most: KEPT_CHARACTERS, sizeOf });

  return {
    /** Whose images these are, and that the caller may see them, is the caller's to ask. */
    async ofOwner(on: Queries, owner: Owner): Promise<{ sha256: string; name: string }[]> {
      const found = await findSegmentations(on, owner);
      return found.map(({ sha256, description }) => ({ sha256, name: description ?? 'SEG' }));
    },

    /** All of them at once: each waits for a process of its own. */
    async masksOf(
      found: readonly { sha256: string; name: string }[],
      owner: Owner,
      account: string | undefined,
    ): Promise<contract.OutsideMask[]> {
      const headers = found.length > 0 ? await findImageHeaders(db.drizzle, owner) : [];
      const images = headers.flatMap(({ sopInstanceUid, columns, rows, header }) =>
        sopInstanceUid && columns && rows ? [[sopInstanceUid, imagePlaceOf(header, { columns, rows })] as const] : [],
      );
      const beside = { images };
      const masks = await Promise.all(
        found.map(async ({ sha256, name }) => {
          const segments = await segmentsOf(sha256, beside, account);
          const unread = {
            label: name,
            isRead: false,
            isFractional: false,
            isOurs: false,
            columns: 1,
            rows: 1,
            unplaced: [],
            slices: [],
          };
          return segments?.map((segment) => ({ ...segment, label: segment.label || name, isRead: true })) ?? [unread];
        }),
      );
      return masks.flat().map((mask, index) => ({ ...mask, code: `SEG_${index + 1}` }));
    },
  };
}

const sizeOf = (segments: readonly DrawnSegment[]): number =>
  segments.reduce(
    (sum, { slices, unplaced }) =>
      sum +
      slices.reduce((all, { runs, sopInstanceUid }) => all + runs.length + sopInstanceUid.length, 0) +
      unplaced.reduce((all, uid) => all + uid.length, 0),
    1,
  );
