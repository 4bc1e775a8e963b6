import type { Algorithm, SeriesInfo } from '@duai/algorithms';
import type { Language, Translated } from '@duai/contract';
import type { Reason } from './analyses.tables.ts';

/** Whether a series goes to an algorithm by the wish of the institution: null, or why not. */
export type SeriesRoute = (series: SeriesInfo, algorithmId: string) => Reason | null;

/** Reasons that lie in the institution's choice, not in the images. */
const ROUTING_REASONS = {
  SWITCHED_OFF: {
    tr: 'Bu model kurumunuzda kapalı.',
    en: 'This model is switched off in your institution.',
    ar: 'هذا النموذج متوقف في مؤسستك.',
  },
  NO_RULE_MATCHES: {
    tr: 'Kurumunuzun yönlendirme kurallarının hiçbiri bu seriye uymuyor.',
    en: 'None of your routing rules fits this series.',
    ar: 'لا تنطبق أي من قواعد التوجيه لديك على هذه السلسلة.',
  },
  VENDOR_FOR_INSTITUTIONS: {
    tr: 'Bu algoritma üreticisinin kendi cihazında çalışır; yalnızca kurumların çalışmaları oraya gönderilir.',
    en: 'This algorithm runs on a box of its maker; only studies of institutions are sent there.',
    ar: 'تعمل هذه الخوارزمية على جهاز صانعها؛ ولا تُرسل إليه إلا دراسات المؤسسات.',
  },
  VENDOR_NOT_IN_SHADOW: {
    tr: 'Bu algoritma üreticisinin kendi cihazında çalışır; gölgede denenmez.',
    en: 'This algorithm runs on a box of its maker; it is not tried in the shadow.',
    ar: 'تعمل هذه الخوارزمية على جهاز صانعها؛ ولا تُجرّب في الظل.',
  },
} as const satisfies Record<string, Translated>;

/** Where an algorithm would run: on a patient's case, on a scan of an institution, or beside the active version. */
export type Place = 'case' | 'scan' | 'shadow';

/** What leaves this house: never images of a patient who was not told of it, and never for a mere try. */
export function vendorReason({ manifest }: Algorithm, place: Place): Reason | null {
  if (manifest.engine !== 'dicom' || place === 'scan') return null;
  return { code: place === 'case' ? 'VENDOR_FOR_INSTITUTIONS' : 'VENDOR_NOT_IN_SHADOW', params: {} };
}

export const isRoutingReason = (reason: Reason): boolean => reason.code in ROUTING_REASONS;

export const routingSentence = (reason: Reason, language: Language): string =>
  ROUTING_REASONS[reason.code as keyof typeof ROUTING_REASONS][language];
