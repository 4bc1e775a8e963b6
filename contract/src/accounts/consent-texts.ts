import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { timeSchema } from '../values/fields.ts';
import type { Translated } from '../values/languages.ts';
import { CONSENT_PURPOSES, type CONSENT_VERSION } from './patient-accounts.ts';

interface Text extends Translated {
  /** Where the form of the registration says it in other words. */
  readonly atRegistration: Translated | null;
}
type Texts = Readonly<Record<(typeof CONSENT_PURPOSES)[number], Text>>;
/**
 * What each version of the consents said, to the letter. A version that somebody may have agreed to is never changed: new
 * words are a new version (KVKK Art. 10, GDPR Art. 7(1)). A unit test holds the version in force to what the pages show.
 */
export const CONSENT_TEXTS = {
  '2025-04-01': {
    terms: {
      tr: 'Hizmet koşullarını okudum ve kabul ediyorum',
      en: 'I have read and accept the terms of service',
      ar: 'قرأت شروط الخدمة وأوافق عليها',
      atRegistration: null,
    },
    privacy: {
      tr: 'Gizlilik politikasını okudum',
      en: 'I have read the privacy policy',
      ar: 'قرأت سياسة الخصوصية',
      atRegistration: {
        tr: 'Gizlilik politikasını okudum ve kabul ediyorum',
        en: 'I have read and accept the privacy policy',
        ar: 'قرأت سياسة الخصوصية وأوافق عليها',
      },
    },
    'health-data': {
      tr: 'Görüntülerimin ve sağlık bilgilerimin ikinci görüş raporu hazırlanması için işlenmesine açık rıza veriyorum',
      en: 'I explicitly consent to the processing of my images and health data for a second-opinion report',
      ar: 'أوافق صراحة على معالجة صوري وبياناتي الصحية لإعداد تقرير الرأي الثاني',
      atRegistration: null,
    },
    'ai-analysis': {
      tr: 'Görüntülerimin yapay zekâ ile incelenmesine açık rıza veriyorum. Sonucu bir radyolog değerlendirir ve imzalar',
      en: 'I explicitly consent to the analysis of my images by AI. A radiologist assesses and signs the result',
      ar: 'أوافق صراحة على تحليل صوري بالذكاء الاصطناعي، ويقيّم طبيب أشعة النتيجة ويوقّعها',
      atRegistration: null,
    },
  },
} satisfies Record<typeof CONSENT_VERSION, Texts> & Record<string, Texts>;

const translatedSchema = z.object({ tr: z.string(), en: z.string(), ar: z.string() });
const purposeSchema = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  /** Of accounts that exist today: agreed and not withdrawn since. */
  agreed: z.number().int(),
  withdrawn: z.number().int(),
  firstAt: timeSchema.nullable(),
  lastAt: timeSchema.nullable(),
  /** Null for a version whose words are not kept here. */
  texts: translatedSchema.extend({ atRegistration: translatedSchema.nullable() }).nullable(),
});
const versionSchema = z.object({
  version: z.string(),
  /** Cases of who agreed to another one alone stand still until they agree to this one. */
  isInForce: z.boolean(),
  purposes: z.array(purposeSchema),
});
export type ConsentVersion = z.infer<typeof versionSchema>;

export const listConsentTexts = defineEndpoint({
  method: 'GET',
  path: '/api/console/consents',
  audience: 'operator',
  tag: 'Operations',
  summary:
    'Every version of the consents with its words, when it was first and last agreed to, and how many did or withdrew',
  answer: z.array(versionSchema),
});
