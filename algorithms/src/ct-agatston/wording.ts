import { REGION_WORDING } from '../steps/region-wording.ts';
import type { Wording } from '../wording.ts';

export const WORDING: Wording = {
  CALCIUM: {
    tr: 'İşaretlenen alanda Agatston skoru {score} ({areas} kalsifiye alan, {volumeMm3} mm³, tepe {peakHu} HU; {slices} kesit).',
    en: 'Agatston score of the region {score} (areas of calcium: {areas}, {volumeMm3} mm³, peak {peakHu} HU; slices: {slices}).',
    ar: 'درجة أغاتستون للمنطقة {score} (مساحات الكلس: {areas}، ‏{volumeMm3} مم³، الذروة {peakHu} HU؛ المقاطع: {slices}).',
  },
  NO_CALCIUM: {
    tr: 'İşaretlenen alanda 130 HU’yu aşan ve en az 1 mm² olan kalsifikasyon yok ({slices} kesit): Agatston skoru 0.',
    en: 'The region holds no calcium of 130 HU and 1 mm² or more (slices: {slices}): Agatston score 0.',
    ar: 'لا يوجد في المنطقة كلس يبلغ 130 HU و1 مم² أو أكثر (المقاطع: {slices}): درجة أغاتستون 0.',
  },
  SCALED: {
    tr: 'Kesit aralığı {distanceMm} mm (skor 3 mm için tanımlandı): skor {factor} ile çarpıldı.',
    en: 'The slice distance is {distanceMm} mm (the score was defined for 3 mm): the score was multiplied by {factor}.',
    ar: 'المسافة بين المقاطع {distanceMm} مم (عُرّفت الدرجة لـ3 مم): ضُربت الدرجة في {factor}.',
  },
  NO_DISTANCE: {
    tr: 'Kesit aralığı veya piksel aralığı bildirilmemiş: skor hesaplanamaz.',
    en: 'Slice distance or pixel spacing is not stated: there is no score.',
    ar: 'لم تُذكر المسافة بين المقاطع أو تباعد البكسل: لا يمكن حساب الدرجة.',
  },
  ...REGION_WORDING,
};

/** What the measurements are called. */
export const MEASUREMENT_NAMES = {
  AGATSTON_SCORE: { tr: 'Agatston skoru', en: 'Agatston score', ar: 'درجة أغاتستون' },
  CALCIUM_VOLUME: { tr: 'Kalsiyum hacmi', en: 'Calcium volume', ar: 'حجم الكلس' },
} satisfies Wording;
