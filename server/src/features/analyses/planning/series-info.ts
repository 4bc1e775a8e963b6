import { type Algorithm, type GateDecision, plan, type SeriesInfo } from '@duai/algorithms';
import { imageNameOf } from '@duai/contract';
import { isOwnResult } from '@duai/imaging';
import type { FullTree } from '../../studies/index.ts';
import { type Place, type SeriesRoute, vendorReason } from './routing-wording.ts';

/** A series with the whole headers of its images. */
export type SeriesTree = FullTree['series'][number];

/** What the sender stated about the images; null where nothing was stated. */
export type Declared = Pick<SeriesInfo, 'declaredModality' | 'declaredBodyPart' | 'declaredAgeYears'>;

export interface Decided {
  algorithm: Algorithm;
  decision: GateDecision;
}

/** The series of a study but those of which all images are results of ours. */
export const analysable = ({ series }: FullTree): SeriesTree[] =>
  series.filter(({ instances }) => instances.length === 0 || !instances.every(({ header }) => isOwnResult(header)));

const usable = (series: SeriesTree) => series.instances.filter((instance) => instance.state === 'ready');

/** SHA-256 of the images that a run of the series reads, in order. */
export const inputsOf = (series: SeriesTree): string[] => usable(series).map((instance) => instance.sha256);

/** The facts about a series that algorithms get before they run. */
export const seriesInfo = (series: SeriesTree, declared: Declared): SeriesInfo => ({
  seriesInstanceUid: series.seriesInstanceUid,
  ...declared,
  instances: usable(series).map(({ id, kind, header, sopInstanceUid, columns, rows, frames }) => ({
    kind,
    header,
    sopInstanceUid,
    name: imageNameOf({ id, sopInstanceUid }),
    columns: columns ?? 0,
    rows: rows ?? 0,
    frames,
  })),
});

/** Decides by the institution's choice first, then by the conditions of each algorithm. */
export const decide = (
  algorithms: readonly Algorithm[],
  info: SeriesInfo,
  route: SeriesRoute,
  place: Place,
): Decided[] =>
  plan(algorithms, info).map(({ algorithm, decision }) => {
    const reason = route(info, algorithm.manifest.id) ?? vendorReason(algorithm, place);
    return { algorithm, decision: reason ? { fits: false as const, ...reason } : decision };
  });
