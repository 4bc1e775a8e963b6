import type { Tissue, Translated } from '@duai/contract';
import { REGION_WORDING } from '../steps/region-wording.ts';
import type { Wording } from '../wording.ts';

export const WORDING: Wording = {
  ATTENUATION: {
    tr: '{tissue}: ortalama {meanHu} HU (standart sapma {deviationHu}, ortanca {medianHu}; {pixels} piksel).',
    en: '{tissue}: mean {meanHu} HU (standard deviation {deviationHu}, median {medianHu}; pixels: {pixels}).',
    ar: '{tissue}: المتوسط {meanHu} HU (الانحراف المعياري {deviationHu}، الوسيط {medianHu}؛ وحدات البكسل: {pixels}).',
  },
  FATTY_LIVER: {
    tr: 'Karaciğer dansitesi {meanHu} HU, {limitHu} HU’nun altında: orta veya ileri yağlanmada görülür (kontrastsız BT).',
    en: 'Liver attenuation {meanHu} HU, below {limitHu} HU: seen in moderate or severe steatosis (unenhanced CT).',
    ar: 'كثافة الكبد {meanHu} HU أقل من {limitHu} HU: تُرى في التشحم المتوسط أو الشديد (دون مادة تباين).',
  },
  LOW_BONE: {
    tr: 'L1 süngerimsi kemiği {meanHu} HU, en çok {limitHu} HU: osteoporozda görülür; DXA’nın yerini tutmaz.',
    en: 'Trabecular bone of L1 {meanHu} HU, not above {limitHu} HU: seen in osteoporosis; it does not replace DXA.',
    ar: 'العظم الإسفنجي للفقرة L1 ‏{meanHu} HU لا يتجاوز {limitHu} HU: يُرى في هشاشة العظام؛ ولا يغني عن DXA.',
  },
  ...REGION_WORDING,
};

/** What the region holds, by `Tissue`; empty where the reader did not say. */
export const TISSUE_NAMES: Readonly<Record<Tissue | '', Translated>> = {
  liver: { tr: 'Karaciğer', en: 'Liver', ar: 'الكبد' },
  'vertebra-l1': { tr: 'L1 süngerimsi kemiği', en: 'Trabecular bone of L1', ar: 'العظم الإسفنجي للفقرة L1' },
  'muscle-l3': {
    tr: 'L3 düzeyinde kas (−29 – 150 HU)',
    en: 'Muscle at L3 (−29 to 150 HU)',
    ar: 'العضل عند L3 (−29 إلى 150 HU)',
  },
  fat: { tr: 'Yağ (−190 – −30 HU)', en: 'Fat (−190 to −30 HU)', ar: 'الدهون (−190 إلى −30 HU)' },
  '': { tr: 'İşaretlenen alan', en: 'Region', ar: 'المنطقة' },
};

/** What the measurements are called. */
export const MEASUREMENT_NAMES = {
  MEAN_ATTENUATION: { tr: 'Ortalama dansite', en: 'Mean attenuation', ar: 'متوسط الكثافة' },
  ATTENUATION_DEVIATION: { tr: 'Dansite standart sapması', en: 'Standard deviation', ar: 'الانحراف المعياري' },
  MEDIAN_ATTENUATION: { tr: 'Ortanca dansite', en: 'Median attenuation', ar: 'وسيط الكثافة' },
  LEAST_ATTENUATION: { tr: 'En düşük dansite', en: 'Least attenuation', ar: 'أقل كثافة' },
  MOST_ATTENUATION: { tr: 'En yüksek dansite', en: 'Greatest attenuation', ar: 'أعلى كثافة' },
  MEASURED_AREA: { tr: 'Ölçülen alan', en: 'Measured area', ar: 'المساحة المقاسة' },
} satisfies Wording;
