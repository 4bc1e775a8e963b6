import type { Translated } from '@duai/contract';
import { VOLUME_WORDING } from '../steps/volume-wording.ts';
import type { Wording } from '../wording.ts';

export const WORDING: Wording = {
  SERIES_UPTAKE: {
    tr: 'Serideki en yüksek tutulum: SUVmax {max}, 1 ml’lik kürede SUVpeak {peak} (vücut ağırlığına göre). Mesane, beyin ve kalpteki fizyolojik tutulum da sayılır.',
    en: 'Highest uptake of the series: SUVmax {max}, SUVpeak in a 1 ml sphere {peak} (by body weight). Normal uptake of bladder, brain and heart counts as well.',
    ar: 'أعلى التقاط في السلسلة: SUVmax ‏{max}، وSUVpeak في كرة 1 مل ‏{peak} (حسب وزن الجسم). يشمل ذلك الالتقاط الطبيعي في المثانة والدماغ والقلب.',
  },
  SERIES_UPTAKE_WITHOUT_PEAK: {
    tr: 'Serideki en yüksek tutulum: SUVmax {max} (vücut ağırlığına göre). Kesitlere 1 ml’lik küre sığmadığından SUVpeak verilemez.',
    en: 'Highest uptake of the series: SUVmax {max} (by body weight). No sphere of 1 ml fits into the slices, so there is no SUVpeak.',
    ar: 'أعلى التقاط في السلسلة: SUVmax ‏{max} (حسب وزن الجسم). لا تتسع المقاطع لكرة 1 مل، لذا لا يوجد SUVpeak.',
  },
  HEIGHT_NOT_STATED: {
    tr: 'Boy veya kilo bildirilmemiş: yağsız kütleye ve vücut yüzeyine göre SUV verilemez.',
    en: 'Height or weight is not stated: there is no SUV by lean body mass or body surface.',
    ar: 'لم يُذكر الطول أو الوزن: لا تتوفر SUV حسب الكتلة الخالية من الدهون أو مساحة الجسم.',
  },
  SEX_NOT_STATED: {
    tr: 'Cinsiyet bildirilmemiş: yağsız kütleye göre SUV verilemez.',
    en: 'The sex is not stated: there is no SUV by lean body mass.',
    ar: 'لم يُذكر الجنس: لا تتوفر SUV حسب الكتلة الخالية من الدهون.',
  },
  NO_UPTAKE: {
    tr: 'SUV hesaplanamaz: {missing}.',
    en: 'SUV cannot be computed: {missing}.',
    ar: 'لا يمكن حساب SUV: {missing}.',
  },
  NOTHING_TAKEN_UP: {
    tr: 'Seride pozitif değer yok.',
    en: 'No value of the series is positive.',
    ar: 'لا توجد قيمة موجبة في السلسلة.',
  },
  ...VOLUME_WORDING,
  NOT_DICOM: {
    tr: 'Yalnızca DICOM görüntülerde çalışır.',
    en: 'It runs on DICOM images only.',
    ar: 'يعمل على صور DICOM فقط.',
  },
  NOT_PET: {
    tr: 'Yalnızca PET’te çalışır (bu seri: {found}).',
    en: 'It runs on PET only (this series: {found}).',
    ar: 'يعمل على PET فقط (هذه السلسلة: {found}).',
  },
};

/** What the file does not say, by `UptakeGap`. */
export const GAPS: Readonly<Record<string, Translated>> = {
  MODALITY: { tr: 'görüntü PET değil', en: 'the image is no PET', ar: 'الصورة ليست PET' },
  CORRECTIONS: {
    tr: 'bozunma veya atenüasyon düzeltmesi yapılmamış',
    en: 'decay or attenuation is not corrected',
    ar: 'لم يُصحح الاضمحلال أو التوهين',
  },
  UNITS: {
    tr: 'piksel birimi bilinen bir tutulum birimi değil',
    en: 'the unit of the pixels is none from which uptake is known',
    ar: 'وحدة البكسل ليست من الوحدات المعروفة للالتقاط',
  },
  WEIGHT: { tr: 'hasta kilosu bildirilmemiş', en: 'the weight of the patient is not stated', ar: 'لم يُذكر وزن المريض' },
  DOSE: {
    tr: 'verilen aktivite bildirilmemiş',
    en: 'the injected activity is not stated',
    ar: 'لم يُذكر النشاط المحقون',
  },
  DECAY: {
    tr: 'bozunma düzeltmesinin türü veya yarı ömür bildirilmemiş',
    en: 'the kind of decay correction or the half-life is not stated',
    ar: 'لم يُذكر نوع تصحيح الاضمحلال أو عمر النصف',
  },
  TIMES: {
    tr: 'enjeksiyon ve çekim saatleri eksik ya da birbirini tutmuyor',
    en: 'the times of injection and scan are missing or do not agree',
    ar: 'أوقات الحقن والتصوير ناقصة أو غير متسقة',
  },
};

const name = (tr: string, en: string, ar: string): Translated => ({ tr, en, ar });

/** What the measurements are called. */
export const MEASUREMENT_NAMES = {
  SUVBW_MAX: name('SUVmax (vücut ağırlığı)', 'SUVmax (body weight)', 'SUVmax (وزن الجسم)'),
  SUVBW_MEAN: name('Ortalama SUV (vücut ağırlığı)', 'Mean SUV (body weight)', 'متوسط SUV (وزن الجسم)'),
  SUVBW_PEAK: name('SUVpeak (vücut ağırlığı)', 'SUVpeak (body weight)', 'SUVpeak (وزن الجسم)'),
  SUVLBM_MAX: name('SULmax (yağsız kütle)', 'SULmax (lean body mass)', 'SULmax (الكتلة الخالية من الدهون)'),
  SUVLBM_MEAN: name('Ortalama SUL (yağsız kütle)', 'Mean SUL (lean body mass)', 'متوسط SUL (الكتلة الخالية من الدهون)'),
  SUVLBM_PEAK: name('SULpeak (yağsız kütle)', 'SULpeak (lean body mass)', 'SULpeak (الكتلة الخالية من الدهون)'),
  SUVBSA_MAX: name('SUVmax (vücut yüzeyi)', 'SUVmax (body surface)', 'SUVmax (مساحة الجسم)'),
  SUVBSA_MEAN: name('Ortalama SUV (vücut yüzeyi)', 'Mean SUV (body surface)', 'متوسط SUV (مساحة الجسم)'),
  SUVBSA_PEAK: name('SUVpeak (vücut yüzeyi)', 'SUVpeak (body surface)', 'SUVpeak (مساحة الجسم)'),
} satisfies Wording;
