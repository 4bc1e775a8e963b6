import type { SeriesInfo } from '@duai/algorithms';
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
} as const satisfies Record<string, Translated>;

export const isRoutingReason = (reason: Reason): boolean => reason.code in ROUTING_REASONS;

export const routingSentence = (reason: Reason, language: Language): string =>
  ROUTING_REASONS[reason.code as keyof typeof ROUTING_REASONS][language];
