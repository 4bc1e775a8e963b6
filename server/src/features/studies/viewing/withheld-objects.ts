import { SEGMENTATION } from '@duai/imaging';
import type { Actor } from '../../../core/actor.ts';
import type { Cases } from '../../cases/index.ts';
import type { Owner, Queries } from '../studies.store.ts';
import type { ListedInstance, StudyTree } from '../study-trees.store.ts';

type Stored = Pick<ListedInstance, 'isPresentation'> & {
  header: Pick<NonNullable<ListedInstance['header']>, 'sopClassUid'> | null;
};

/** Who drew in a segmentation or in a presentation state is not known: it may be AI. */
const isDrawn = ({ isPresentation, header }: Stored): boolean => isPresentation || header?.sopClassUid === SEGMENTATION;

/**
 * The one rule for segmentations and presentation states among the images of a case: they are withheld from a radiologist as
 * AI is (docs/decisions/0349). Every door that gives instances of a case asks here.
 */
export function createWithheldObjects({
  cases,
}: {
  cases: Pick<Cases, 'isAiWithheldFrom' | 'opinionsSeen' | 'submissionOf'>;
}) {
  /** Those of these instances that this caller may see. */
  async function shownOf<Row extends Stored>(
    on: Queries,
    actor: Actor,
    owner: Owner,
    rows: readonly Row[],
  ): Promise<Row[]> {
    const isAsked = 'caseId' in owner && actor.realm === 'staff' && rows.some(isDrawn);
    if (!isAsked || !(await cases.isAiWithheldFrom(on, actor, owner.caseId))) return [...rows];
    return rows.filter((row) => !isDrawn(row));
  }

  return {
    /**
     * Those of these instances that are given to this caller. A radiologist who is given a drawing cannot become the blinded
     * reader of these images.
     */
    async give<Row extends Stored>(on: Queries, actor: Actor, owner: Owner, rows: readonly Row[]): Promise<Row[]> {
      const shown = await shownOf(on, actor, owner, rows);
      if (!('caseId' in owner) || actor.realm !== 'staff' || !shown.some(isDrawn)) return shown;
      const submission = await cases.submissionOf(on, owner.caseId);
      if (submission !== null) await cases.opinionsSeen.leave(on, actor.id, { id: owner.caseId, submission });
      return shown;
    },

    /** The tree without what is withheld from this caller, and without series of which nothing is left. */
    async shownInTree(on: Queries, actor: Actor, owner: Owner, trees: readonly StudyTree[]): Promise<StudyTree[]> {
      const all = trees.flatMap((study) => study.series.flatMap(({ instances }) => instances));
      const shown = new Set(await shownOf(on, actor, owner, all));
      return trees.map((study) => ({
        ...study,
        series: study.series
          .map((series) => ({ ...series, instances: series.instances.filter((instance) => shown.has(instance)) }))
          .filter(({ instances }) => instances.length > 0),
      }));
    },
  };
}
export type WithheldObjects = ReturnType<typeof createWithheldObjects>;
