import { measurementTermsOf, type Overlay, type StandardCode } from '@duai/contract';
import type { ObjectNames } from '@duai/imaging';
import type { EncodedSegmentation } from '../../../compute/objects/write-signature-objects.ts';
import { uidOf } from '../../../core/derived-ids.ts';
import type { FullTree } from '../../studies/index.ts';
import type { Run } from '../analyses.tables.ts';

type FullSeries = FullTree['series'][number];

const ANATOMICAL_STRUCTURE = { scheme: 'SCT', value: '91723000', meaning: 'Anatomical Structure' };

/** How readers left the masks of a run. */
interface LeftByReaders {
  /** The last version of each mask that was corrected. */
  corrected: readonly { code: string; mask: Pick<Overlay, 'columns' | 'rows' | 'slices'> }[];
  /** Only corrected masks are told: the result itself was not accepted. */
  isOnlyCorrected: boolean;
}

/**
 * The masks of a run as a segmentation, without UIDs; null where there are none. Only single-frame slices with a
 * position are used, and heat maps are left out.
 */
export function segmentedSeries(
  run: Run,
  series: FullSeries,
  { corrected, isOnlyCorrected }: LeftByReaders = { corrected: [], isOnlyCorrected: false },
): Omit<EncodedSegmentation, keyof ObjectNames> | null {
  const geometry = geometryOf(series);
  if (!geometry || run.result?.outcome !== 'evaluated') return null;
  const { places, ...source } = geometry;
  const segments = run.result.overlays
    .flatMap((overlay) => {
      const left = corrected.find(({ code }) => code === overlay.code);
      return !left && isOnlyCorrected ? [] : [{ ...overlay, ...left?.mask, isCorrected: left !== undefined }];
    })
    .filter(({ kind, columns, rows }) => kind !== 'heat' && columns === geometry.columns && rows === geometry.rows)
    .map((overlay) => ({
      label: overlay.code,
      category: ANATOMICAL_STRUCTURE,
      type: SEGMENT_TYPES[overlay.code] ?? { scheme: '99DUAI', value: overlay.code, meaning: overlay.code },
      algorithm: `${run.algorithmId} ${run.algorithmVersion}`,
      ...(overlay.isCorrected && { isCorrected: true as const }),
      trackingId: `${run.algorithmId} ${overlay.code}`,
      trackingUid: uidOf(`tracking ${run.id} mask ${overlay.code}`),
      frames: overlay.slices.flatMap(({ sopInstanceUid, runs }) => {
        const place = places.get(sopInstanceUid);
        return place && runs !== '' ? [{ ...place, runs }] : [];
      }),
    }))
    .filter(({ frames }) => frames.length > 0);
  if (segments.length === 0) return null;
  return {
    description: `${run.algorithmId} ${run.algorithmVersion}`,
    dimensionOrganizationUid: uidOf(`dimensions ${run.id}`),
    softwareVersion: run.algorithmVersion,
    source,
    segments,
  };
}

/** Lung masks get the site code of the lung volume; other masks get codes of our own. */
const SEGMENT_TYPES: Readonly<Record<string, StandardCode>> = { LUNG: measurementTermsOf('LUNG_VOLUME')!.site! };

/**
 * The geometry that all slices share, and the position of each; null unless they are single frames in one frame of
 * reference.
 */
function geometryOf({ seriesInstanceUid, instances }: FullSeries) {
  const [first] = instances.flatMap(({ header }) => header ?? []);
  if (!first || !seriesInstanceUid) return null;
  const { frameOfReferenceUid, columns, rows, imageOrientationPatient, pixelSpacingMm, sliceThicknessMm } = first;
  if (!frameOfReferenceUid || !imageOrientationPatient || !pixelSpacingMm || !sliceThicknessMm) return null;
  const places = new Map(
    instances.flatMap(({ header, frames }) =>
      header?.imagePositionPatientMm && header.sopInstanceUid && header.sopClassUid && frames === 1
        ? [
            [
              header.sopInstanceUid,
              {
                sopInstanceUid: header.sopInstanceUid,
                sopClassUid: header.sopClassUid,
                positionMm: header.imagePositionPatientMm,
              },
            ] as const,
          ]
        : [],
    ),
  );
  return {
    seriesInstanceUid,
    frameOfReferenceUid,
    columns,
    rows,
    orientation: imageOrientationPatient,
    pixelSpacingMm,
    sliceThicknessMm,
    places,
  };
}
