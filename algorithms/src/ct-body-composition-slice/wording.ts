import { REGION_WORDING } from '../steps/region-wording.ts';
import type { Wording } from '../wording.ts';

export const WORDING: Wording = {
  COMPOSITION: {
    tr: 'Kesitte kas yoğunluğundaki alan {muscleCm2} cm², yağ alanı {fatCm2} cm².',
    en: 'Area of the slice with the attenuation of muscle {muscleCm2} cm², of fat {fatCm2} cm².',
    ar: 'مساحة المقطع بكثافة العضل {muscleCm2} سم²، ومساحة الدهون {fatCm2} سم².',
  },
  ORGANS_COUNTED: {
    tr: 'Alan çizgiyle belirlendi: içindeki organlar ve barsak duvarı da kas yoğunluğunda sayılır. Düzeltilmiş bir maske bunu giderir.',
    en: 'The region is an outline: organs and bowel wall in it count with the muscle. A corrected mask mends that.',
    ar: 'حُددت المنطقة بخط محيط: تُحسب الأعضاء وجدار الأمعاء فيها مع العضل. يصحح ذلك قناعٌ معدّل.',
  },
  ONE_SLICE: {
    tr: 'Alan tek bir kesitte olmalıdır ({slices} kesit verildi).',
    en: 'The region has to be on one slice (slices given: {slices}).',
    ar: 'يجب أن تكون المنطقة على مقطع واحد (عدد المقاطع: {slices}).',
  },
  ...REGION_WORDING,
};

/** What the measurements are called. */
export const MEASUREMENT_NAMES = {
  MUSCLE_AREA: { tr: 'Kas alanı', en: 'Muscle area', ar: 'مساحة العضل' },
  FAT_AREA: { tr: 'Yağ alanı', en: 'Fat area', ar: 'مساحة الدهون' },
  MUSCLE_ATTENUATION: { tr: 'Kas dansitesi', en: 'Muscle attenuation', ar: 'كثافة العضل' },
} satisfies Wording;
