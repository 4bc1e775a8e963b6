import { createHmac } from 'node:crypto';
import type { SeriesInfo } from '@duai/algorithms';
import { type ImagePlace, imagePlaceOf } from '@duai/imaging';
import { caseMapping } from '@duai/imaging/deidentify';
import type { SentImage } from './vendor-result.ts';

/**
 * The key by which personal details of an institution's studies are changed for vendors: secret, and the same for all
 * of its studies.
 */
export const vendorKeyOf = (encryptionKey: Buffer, institutionId: string): string =>
  createHmac('sha256', encryptionKey).update(`vendor ${institutionId}`).digest('hex');

export interface SentSeries {
  studyInstanceUid: string;
  seriesInstanceUid: string;
  images: Map<string, SentImage & { place: ImagePlace }>;
}

/**
 * A series with the UIDs that the vendor gets. `key`: the key of the de-identification, or null where nothing was
 * changed.
 * @throws Error for a series without UIDs
 */
export function sentSeriesOf(series: SeriesInfo, key: string | null): SentSeries {
  const mapping = key === null ? null : caseMapping(Buffer.from(key, 'hex'));
  const sent = (uid: string) => mapping?.uid(uid) ?? uid;
  const study = series.instances[0]?.header?.studyInstanceUid;
  if (!study || !series.seriesInstanceUid) throw new Error('a series without UIDs cannot be sent');
  return {
    studyInstanceUid: sent(study),
    seriesInstanceUid: sent(series.seriesInstanceUid),
    images: new Map(
      series.instances.flatMap(({ sopInstanceUid, name, columns, rows, header }) => {
        if (!sopInstanceUid) return [];
        const place = imagePlaceOf(header, { columns, rows });
        const { frameOfReferenceUid: frame } = place;
        const image = { name, columns, rows, place: { ...place, frameOfReferenceUid: frame && sent(frame) } };
        return [[sent(sopInstanceUid), image] as const];
      }),
    ),
  };
}
