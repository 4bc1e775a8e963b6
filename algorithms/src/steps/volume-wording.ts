import type { Wording } from '../wording.ts';

/** Why slices are no volume (`VolumeError`). */
export const VOLUME_WORDING: Wording = {
  TOO_FEW_SLICES: { tr: 'Kesit sayısı yetersiz.', en: 'There are too few slices.', ar: 'عدد المقاطع غير كافٍ.' },
  TOO_LARGE: {
    tr: 'Seri burada değerlendirilemeyecek kadar büyük: {millionVoxels} milyon voksel (en çok {maxMillion} milyon).',
    en: 'The series is too large to be evaluated here: {millionVoxels} million voxels (at most {maxMillion} million).',
    ar: 'السلسلة أكبر من أن تُقيَّم هنا: {millionVoxels} مليون فوكسل (الحد {maxMillion} مليون).',
  },
  NO_GEOMETRY: {
    tr: 'Kesitlerin konumu veya piksel aralığı eksik.',
    en: 'Position or pixel spacing of the slices is missing.',
    ar: 'موضع المقاطع أو تباعد البكسل مفقود.',
  },
  MIXED_SIZE: { tr: 'Kesitlerin boyutları farklı.', en: 'The slices differ in size.', ar: 'تختلف المقاطع في الحجم.' },
  MIXED_ORIENTATION: {
    tr: 'Kesitlerin yönleri farklı.',
    en: 'The slices differ in orientation.',
    ar: 'تختلف المقاطع في الاتجاه.',
  },
  MIXED_SPACING: {
    tr: 'Kesit aralıkları eşit değil veya kesit eksik.',
    en: 'The distances between slices are uneven, or slices are missing.',
    ar: 'المسافات بين المقاطع غير متساوية أو توجد مقاطع مفقودة.',
  },
  DUPLICATE_SLICES: {
    tr: 'Aynı konumda birden fazla kesit var.',
    en: 'Several slices are at the same place.',
    ar: 'توجد عدة مقاطع في الموضع نفسه.',
  },
};
