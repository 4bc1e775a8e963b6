import type { Algorithm, SeriesInfo } from '@duai/algorithms';
import type { Language } from '@duai/contract';
import { SERVER_TEXTS } from '../../../core/texts.ts';
import type { Reason } from '../analyses.tables.ts';

/** Null where the institution's choice lets a series go to an algorithm, else the reason why not. */
export type SeriesRoute = (series: SeriesInfo, algorithmId: string) => Reason | null;

/** Where an algorithm would run: on a patient's case, on a scan of an institution, or as a shadow of the active version. */
export type Place = 'case' | 'scan' | 'shadow';

/**
 * Images go to a vendor only from scans of institutions: patients were not told of it, and a shadow run does not
 * justify it.
 */
export function vendorReason({ manifest }: Algorithm, place: Place): Reason | null {
  if (manifest.engine !== 'dicom' || place === 'scan') return null;
  return { code: place === 'case' ? 'VENDOR_FOR_INSTITUTIONS' : 'VENDOR_NOT_IN_SHADOW', params: {} };
}

type RoutingCode = keyof (typeof SERVER_TEXTS)['en']['analyses']['routingReasons'];

/** Whether a reason comes from the institution’s choice and not from the images. */
export const isRoutingReason = (reason: Reason): boolean => reason.code in SERVER_TEXTS.en.analyses.routingReasons;

export const routingSentence = (reason: Reason, language: Language): string =>
  SERVER_TEXTS[language].analyses.routingReasons[reason.code as RoutingCode];
