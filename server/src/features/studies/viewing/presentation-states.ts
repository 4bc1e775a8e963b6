import { presentationStates as contract } from '@duai/contract';
import { AppError, notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Owner, Queries } from '../studies.store.ts';
import { findImageUids, findPresentations } from '../study-trees.store.ts';
import { createKeptReadings } from './kept-readings.ts';

/** Some hundred states with outlines on each image of a CT; a value takes up to 8 bytes. */
const KEPT_VALUES = 8 * 1024 * 1024;

interface Found {
  id: string;
  sha256: string;
  description: string | null;
}

/**
 * Grayscale presentation states among images (PS3.3 A.33.1), read by a child process. One that names no image of its owner, or
 * that cannot be read, is listed too: a reader has to know that it is there. Whose images these are, and that the caller may see
 * them, is the caller's to ask.
 */
export function createPresentationStates({ db, ...parts }: Pick<Parts, 'db' | 'storage' | 'compute'>) {
  const contentOf = createKeptReadings(parts, 'read-presentation-state', { most: KEPT_VALUES, sizeOf });

  return {
    ofOwner: (on: Queries, owner: Owner): Promise<Found[]> =>
      findPresentations(on, owner, contract.MOST_PRESENTATION_STATES + 1),

    async list(
      found: readonly Found[],
      owner: Owner,
      account: string | undefined,
    ): Promise<contract.PresentationStates> {
      const most = contract.MOST_PRESENTATION_STATES;
      const read = await Promise.all(
        found.slice(0, most).map(async ({ id, sha256, description }) => {
          const content = await contentOf(sha256, {}, account);
          return { id, content, name: description ?? 'PR' };
        }),
      );
      const named = read.map(({ content }) => imagesIn(content));
      const here = await findImageUids(db.drizzle, owner, [...new Set(named.flat())]);
      const states = read.map(({ id, content, name }, at) => ({
        id,
        label: content?.label || name,
        description: content?.description ?? null,
        creator: content?.creator ?? null,
        createdAt: content?.createdAt ?? null,
        isOurs: content?.isOurs ?? false,
        isRead: content !== null,
        images: (named[at] ?? []).filter((uid) => here.has(uid)),
      }));
      return { states, isCut: found.length > most };
    },

    /** @throws AppError NOT_FOUND for one that is not among these, NOT_ACCEPTABLE where it cannot be read */
    async open(
      found: readonly Found[],
      id: string,
      account: string | undefined,
    ): Promise<contract.PresentationContent> {
      const wanted = found.find((one) => one.id === id);
      if (!wanted) throw notFound('presentation state');
      const content = await contentOf(wanted.sha256, {}, account);
      if (!content) throw new AppError('NOT_ACCEPTABLE', { internal: 'the presentation state cannot be read' });
      return content;
    },
  };
}

const imagesIn = (content: contract.PresentationContent | null): string[] => [
  ...new Set(content?.series.flatMap(({ images }) => images.map(({ sopInstanceUid }) => sopInstanceUid))),
];

const sizeOf = ({ series, annotations, voi, modality, presentation }: contract.PresentationContent): number =>
  1 +
  series.reduce((sum, { images }) => sum + images.length * 8, 0) +
  annotations.reduce(
    (sum, { graphics, texts }) =>
      sum +
      graphics.reduce((all, { points }) => all + points.length, 0) +
      texts.reduce((all, { text }) => all + text.length, 16),
    0,
  ) +
  [modality, presentation, ...voi.map(({ by }) => by)].reduce(
    (sum, step) => sum + (step && 'entries' in step ? step.entries.length : 2),
    0,
  );
