import type { Evidence } from '@duai/imaging';
import type { StudyTree } from '../study-trees.store.ts';

/** References to every readable DICOM image of a study, for objects made from it (PS3.3 C.17.2). */
export const evidenceOf = (tree: StudyTree): Evidence[] =>
  tree.series.flatMap(({ seriesInstanceUid, instances }) =>
    instances.flatMap(({ header, sopInstanceUid, state }) =>
      state === 'ready' && header?.sopClassUid && sopInstanceUid && seriesInstanceUid && tree.studyInstanceUid
        ? [
            {
              studyInstanceUid: tree.studyInstanceUid,
              seriesInstanceUid,
              sopClassUid: header.sopClassUid,
              sopInstanceUid,
            },
          ]
        : [],
    ),
  );
