import type { dicomweb as contract } from '@duai/contract';
import type { Context } from '../../../core/actor.ts';
import type { ImageOwner, StudyTree, Uids } from '../../studies/index.ts';
import { instanceJson, seriesJson, studyJson } from '../dicom-json.ts';
import type { DicomwebTools } from '../dicomweb.service.ts';
import { found } from './matching.ts';

export type Search = Readonly<Record<string, unknown>> & { limit?: number | undefined; offset?: number | undefined };
type Study = StudyTree;
type Series = Study['series'][number];

/** QIDO-RS on the images of one case or scan (PS3.18 section 10.6). */
export function createSearch({ retrieval }: DicomwebTools['studies']) {
  const inStudy = (trees: readonly Study[], { studyInstanceUid }: Uids) =>
    trees.filter((study) => study.studyInstanceUid === studyInstanceUid).map(withShownOnly);

  return {
    searchStudies: async (context: Context, owner: ImageOwner, search: Search): Promise<contract.DicomJson[]> => {
      const trees = await retrieval.tree(context, owner);
      return found(
        trees
          .map(withShownOnly)
          .filter(({ studyInstanceUid, series }) => studyInstanceUid && series.length > 0)
          .map(studyJson),
        search,
      );
    },
    searchSeries: async (
      context: Context,
      owner: ImageOwner,
      uids: Uids,
      search: Search,
    ): Promise<contract.DicomJson[]> => {
      const trees = inStudy(await retrieval.tree(context, owner), uids);
      return found(
        trees.flatMap((study) => study.series.map((series) => seriesJson(study, series))),
        search,
      );
    },
    searchInstances: async (
      context: Context,
      owner: ImageOwner,
      uids: Uids,
      search: Search,
    ): Promise<contract.DicomJson[]> => {
      const trees = inStudy(await retrieval.tree(context, owner), uids);
      const instances = trees.flatMap((study) =>
        study.series
          .filter(({ seriesInstanceUid }) => seriesInstanceUid === uids.seriesInstanceUid)
          .flatMap((series) => series.instances.map((instance) => instanceJson(study, series, instance))),
      );
      return found(instances, search);
    },
  };
}

/** Only DICOM images that can be shown: pictures have no UIDs, and refused files are not returned. */
const withShownOnly = (study: Study): Study => ({
  ...study,
  series: study.series
    .map((series): Series => ({ ...series, instances: series.instances.filter(isShown) }))
    .filter(({ instances }) => instances.length > 0),
});
const isShown = ({ kind, state, sopInstanceUid }: Series['instances'][number]): boolean =>
  kind === 'dicom' && state === 'ready' && sopInstanceUid !== null;
