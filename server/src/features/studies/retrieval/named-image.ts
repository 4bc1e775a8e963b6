import type { Context } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Owner } from '../studies.store.ts';
import type { InstanceRow } from '../studies.tables.ts';
import { findByUids, type Uids } from '../study-trees.store.ts';

export type NamedImages = ReturnType<typeof createNamedImages>;

/** One image by its UIDs, for who may read it. */
export function createNamedImages({ db }: Pick<Parts, 'db'>, { cases, audit }: { cases: Cases; audit: Audit }) {
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
    if ('caseId' in owner) await cases.forPatient(db.drizzle, context, owner.caseId);
    const [instance, another] = await findByUids(db.drizzle, owner, uids, options);
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

  return { found, named };
}

export const readingOf = ({ id }: InstanceRow) => ({
  action: 'studies.frames',
  subjectType: 'instance',
  subjectId: id,
});
