import { given } from '@duai/contract';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { sha256Hex } from '../../../core/ids.ts';
import type { FhirCase } from '../../../fhir/patient-bundle.ts';
import { measurementsOf, type Run } from '../../analyses/index.ts';
import type { StudyTree } from '../../studies/index.ts';
import { namesOfSeries } from '../drafts/series-of-results.ts';
import { type SignedDocument, signedRadsLine } from '../signing/signed-document.ts';
import { addendumInWords, type SignedAddendum, textOf } from './object-names.ts';

export type SignedRun = Run & { verdict: SignedDocument['analyses'][number]['verdict'] };

/** The runs that the signature covers, as they were signed, without those that the signer rejected. */
export function signedRuns(runs: readonly Run[], document: SignedDocument): SignedRun[] {
  const signed = new Map(document.analyses.map((each) => [nameOf(each), each]));
  return runs.flatMap((run) => {
    const own = signed.get(nameOf({ ...run, resultSha256: run.result && sha256Hex(canonicalJson(run.result)) }));
    return run.status === 'evaluated' && own && own.verdict !== 'rejected' ? [{ ...run, verdict: own.verdict }] : [];
  });
}

/**
 * Of a result that the signer changed, the numbers and sentences of the algorithm are not what was signed; the report has what is right
 * (docs/decisions/0026).
 */
export const isUnchanged = ({ verdict }: SignedRun): boolean => verdict !== 'corrected';

const nameOf = (run: {
  algorithmId: string;
  algorithmVersion: string;
  seriesId: string;
  resultSha256: string | null;
}): string => [run.algorithmId, run.algorithmVersion, run.seriesId, run.resultSha256].join(' ');

/** With its RADS category, as page and PDF have it, and with what was signed later: a corrected impression is not told alone. */
function conclusionOf(document: SignedDocument, addenda: readonly SignedAddendum[]): string {
  const own = textOf([document.content.impression, signedRadsLine(document)].filter(Boolean).join('\n'));
  return [own, ...addenda.map((each) => addendumInWords(each, document.language))].join('\n\n');
}

/** The signed report of a case, in the form that the FHIR export takes; `addenda` in the order of their signatures. */
export function fhirReport(
  runs: readonly Run[],
  document: SignedDocument,
  trees: readonly Pick<StudyTree, 'series'>[],
  { addenda, ...report }: { contentSha256: string; addenda: readonly SignedAddendum[]; pdf: { path: string } | null },
): NonNullable<FhirCase['report']> {
  const all = trees.flatMap((tree) => tree.series);
  const series = new Map(all.map((each) => [each.id, each]));
  const names = namesOfSeries(all);
  return {
    id: document.reportId,
    signedBy: document.signedBy,
    signer: document.signer ?? null,
    signedAt: document.signedAt,
    language: document.language,
    conclusion: conclusionOf(document, addenda),
    ...report,
    addenda: addenda.some(({ kind }) => kind === 'correction')
      ? 'correction'
      : addenda.length > 0
        ? 'supplement'
        : null,
    lastSignedAt: addenda.at(-1)?.signedAt ?? document.signedAt,
    runs: signedRuns(runs, document)
      .filter(isUnchanged)
      .flatMap((run) => {
        const shown = series.get(run.seriesId);
        if (!shown) return [];
        return [
          {
            id: run.id,
            studyId: run.studyId,
            algorithmId: run.algorithmId,
            algorithmVersion: run.algorithmVersion,
            title: (run.title ?? { en: run.algorithmId }).en,
            endedAt: (run.finishedAt ?? run.createdAt).toISOString(),
            series: {
              name: given(names.get(shown.id), 'a series of the case'),
              instanceUid: shown.seriesInstanceUid,
              bodyPart: shown.bodyPart,
            },
            measurements: measurementsOf(run),
            verdict: run.verdict,
          },
        ];
      }),
  };
}
