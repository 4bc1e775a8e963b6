import { measurementTermsOf, type Overlay, type StandardCode } from '@duai/contract';
import type { ObjectNames } from '@duai/imaging';
import type { EncodedSegmentation } from '../../../compute/objects/write-signature-object.ts';
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
  if (run.result?.outcome !== 'evaluated') return null;
  const masks = run.result.overlays
    .filter(({ kind }) => kind !== 'heat')
    .flatMap((overlay) => {
      const left = corrected.find(({ code }) => code === overlay.code);
      return !left && isOnlyCorrected ? [] : [{ ...overlay, ...left?.mask, isCorrected: left !== undefined }];
    });
  const marked = masks.flatMap(({ slices }) => slices.filter(({ runs }) => runs !== ''));
  const geometry = geometryOf(series, new Set(marked.map(({ sopInstanceUid }) => sopInstanceUid)));
  if (!geometry) return null;
  const { places, ...source } = geometry;
  const segments = masks
    .filter(({ columns, rows }) => columns === geometry.columns && rows === geometry.rows)
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

/** How far apart numbers may lie that say the same: files round them. */
const ROUNDING = 1e-4;
const areAlike = (one: readonly number[] | null, other: readonly number[] | null): boolean =>
  one?.length === other?.length && (one ?? []).every((value, at) => Math.abs(value - (other?.[at] ?? 0)) <= ROUNDING);

/**
 * The geometry that all marked slices share, and the position of each slice; null unless these lie in one frame of reference, in
 * parallel planes, with pixels of one size: a segmentation says all this once, for all of its frames.
 */
function geometryOf({ seriesInstanceUid, instances }: FullSeries, marked: ReadonlySet<string>) {
  const headers = instances.flatMap(({ header }) =>
    header?.sopInstanceUid && marked.has(header.sopInstanceUid) ? [header] : [],
  );
  const [first] = headers;
  if (!first || !seriesInstanceUid) return null;
  const isShared = headers.every(
    (header) =>
      header.frameOfReferenceUid === first.frameOfReferenceUid &&
      header.columns === first.columns &&
      header.rows === first.rows &&
      areAlike(header.imageOrientationPatient, first.imageOrientationPatient) &&
      areAlike(header.pixelSpacingMm, first.pixelSpacingMm),
  );
  if (!isShared) return null;
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
