import { canonicalJson } from '../../../core/canonical-json.ts';
import { sha256Hex } from '../../../core/ids.ts';
import type { FhirCase } from '../../../fhir/patient-bundle.ts';
import { measurementsOf, type Run } from '../../analyses/index.ts';
import type { SignedDocument } from '../../reports/index.ts';
import type { StudyTree } from '../../studies/index.ts';

type MappedRuns = NonNullable<FhirCase['report']>['runs'];

/** What algorithms measured, as far as the signature covers it and the signer did not reject it. */
export function signedRuns(runs: readonly Run[], document: SignedDocument, trees: readonly StudyTree[]): MappedRuns {
  const signed = new Map(document.analyses.map((each) => [nameOf(each), each]));
  const series = new Map(trees.flatMap((tree) => tree.series).map((each) => [each.id, each]));
  return runs.flatMap((run) => {
    const resultSha256 = run.result && sha256Hex(canonicalJson(run.result));
    const own = signed.get(nameOf({ ...run, resultSha256 }));
    const shown = series.get(run.seriesId);
    if (run.status !== 'evaluated' || !own || own.verdict === 'rejected' || !shown) return [];
    const { algorithmId, algorithmVersion } = run;
    return [
      {
        id: run.id,
        studyId: run.studyId,
        algorithmId,
        algorithmVersion,
        title: (run.title ?? { en: algorithmId }).en,
        endedAt: (run.finishedAt ?? run.createdAt).toISOString(),
        series: {
          name: shown.description ?? shown.modality ?? '',
          instanceUid: shown.seriesInstanceUid,
          bodyPart: shown.bodyPart,
        },
        measurements: measurementsOf(run),
        verdict: own.verdict,
      },
    ];
  });
}

const nameOf = (run: {
  algorithmId: string;
  algorithmVersion: string;
  seriesId: string;
  resultSha256: string | null;
}) => [run.algorithmId, run.algorithmVersion, run.seriesId, run.resultSha256].join(' ');
