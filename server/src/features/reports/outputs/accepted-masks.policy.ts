import {
  type acceptedMasks as contract,
  imageNameOf,
  type Overlay,
  type studies as studyContract,
} from '@duai/contract';
import type { Run } from '../../analyses/index.ts';
import type { CorrectedMaskRow } from '../reports.tables.ts';
import type { SignedDocument } from '../signing/signed-document.ts';
import { signedRuns } from './signed-runs.ts';

type Corrected = Pick<CorrectedMaskRow, 'analysisId' | 'code' | 'version' | 'mask'>;

/**
 * What a patient, or a doctor with a link, may see of AI on the images: masks and heat maps of the results that the signed
 * document names as accepted, in the version that the signer left. A result that was changed or rejected shows none.
 */
export function acceptedMasks(
  runs: readonly Run[],
  document: SignedDocument,
  corrected: readonly Corrected[],
  examinations: readonly studyContract.Study[],
): (Omit<contract.AcceptedMask, 'title'> & { run: Run })[] {
  const images = new Map(
    examinations.flatMap(({ series }) =>
      series.flatMap(({ instances }) => instances.map((image) => [imageNameOf(image), image.id] as const)),
    ),
  );
  return signedRuns(runs, document)
    .filter(({ verdict }) => verdict === 'accepted')
    .flatMap((run) =>
      (run.result?.outcome === 'evaluated' ? run.result.overlays : []).map((overlay) => ({
        ...overlay,
        ...lastVersion(corrected, run.id, overlay),
        seriesId: run.seriesId,
        run,
      })),
    )
    .map((overlay) => ({
      ...overlay,
      slices: overlay.slices.flatMap((slice) => {
        const image = images.get(slice.sopInstanceUid);
        return image === undefined ? [] : [{ ...slice, sopInstanceUid: image }];
      }),
    }));
}

const lastVersion = (
  corrected: readonly Corrected[],
  analysisId: string,
  { code }: Overlay,
): Corrected['mask'] | null =>
  corrected
    .filter((mask) => mask.analysisId === analysisId && mask.code === code)
    .toSorted((one, other) => one.version - other.version)
    .at(-1)?.mask ?? null;
