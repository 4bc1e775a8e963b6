import type { Context } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Owner } from '../studies.store.ts';
import type { InstanceRow } from '../studies.tables.ts';
import { findByUids, type Uids } from '../study-trees.store.ts';
import type { WithheldObjects } from '../viewing/withheld-objects.ts';

export type NamedImages = ReturnType<typeof createNamedImages>;

/** One image by its UIDs, for who may read it. */
export function createNamedImages(
  { db }: Pick<Parts, 'db'>,
  { cases, audit, withheld }: { cases: Cases; audit: Audit; withheld: WithheldObjects },
) {
  /** The images with these UIDs, as far as this caller may see them. @throws AppError NOT_FOUND for a case of another */
  async function foundBy(
    context: Context,
    owner: Owner,
    uids: Uids,
    options?: Parameters<typeof findByUids>[3],
  ): Promise<InstanceRow[]> {
    if ('caseId' in owner) await cases.forPatient(db.drizzle, context, owner.caseId);
    const rows = await findByUids(db.drizzle, owner, uids, options);
    return withheld.give(db.drizzle, context.actor, owner, rows);
  }

  /**
   * The one image with these UIDs, if it has these frames (from 0). @throws AppError NOT_FOUND, NOT_ACCEPTABLE for
   * several
   */
  async function found(
    context: Context,
    owner: Owner,
    uids: Uids,
    frames: readonly number[],
    options?: { withPresentations: boolean },
  ): Promise<InstanceRow> {
    const [instance, another] = await foundBy(context, owner, uids, options);
    // Several different files have these UIDs, so it is unclear which is wanted. They can be rendered by their ids.
    if (another) throw new AppError('NOT_ACCEPTABLE', { internal: 'several images have this name' });
    if (!instance || frames.some((frame) => frame >= instance.frames)) throw notFound('frame');
    return instance;
  }

  /** The same, recorded in the audit trail as read. */
  async function named(
    context: Context,
    owner: Owner,
    uids: Uids,
    frames: readonly number[],
    options?: { withPresentations: boolean },
  ): Promise<InstanceRow> {
    const instance = await found(context, owner, uids, frames, options);
    await db.transaction((tx) => audit.record(tx, context, readingOf(instance)));
    return instance;
  }

  return { foundBy, found, named };
}

export const readingOf = ({ id }: InstanceRow) => ({
  action: 'studies.frames',
  subjectType: 'instance',
  subjectId: id,
});
