import type { Algorithm, SeriesInfo } from '@duai/algorithms';
import type { Language } from '@duai/contract';
import { SERVER_TEXTS } from '../../../core/texts.ts';
import type { Reason } from '../analyses.tables.ts';

/** Whether a series goes to an algorithm by the wish of the institution: null, or why not. */
export type SeriesRoute = (series: SeriesInfo, algorithmId: string) => Reason | null;

/** Where an algorithm would run: on a patient's case, on a scan of an institution, or beside the active version. */
export type Place = 'case' | 'scan' | 'shadow';

/** What leaves this house: never images of a patient who was not told of it, and never for a mere try. */
export function vendorReason({ manifest }: Algorithm, place: Place): Reason | null {
  if (manifest.engine !== 'dicom' || place === 'scan') return null;
  return { code: place === 'case' ? 'VENDOR_FOR_INSTITUTIONS' : 'VENDOR_NOT_IN_SHADOW', params: {} };
}

type RoutingCode = keyof (typeof SERVER_TEXTS)['en']['analyses']['routingReasons'];

/** Whether a reason lies in the institution’s choice, not in the images. */
export const isRoutingReason = (reason: Reason): boolean => reason.code in SERVER_TEXTS.en.analyses.routingReasons;

export const routingSentence = (reason: Reason, language: Language): string =>
  SERVER_TEXTS[language].analyses.routingReasons[reason.code as RoutingCode];
