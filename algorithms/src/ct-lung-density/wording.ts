import { VOLUME_WORDING } from '../steps/volume-wording.ts';
import type { Wording } from '../wording.ts';

export const WORDING: Wording = {
  VOLUME: {
    tr: 'Akciğer hacmi {volumeMl} ml (sağ {rightMl} ml, sol {leftMl} ml; hava yolları hariç).',
    en: 'Lung volume {volumeMl} ml (right {rightMl} ml, left {leftMl} ml; airways not counted).',
    ar: 'حجم الرئتين {volumeMl} مل (اليمنى {rightMl} مل، اليسرى {leftMl} مل؛ دون المجاري الهوائية).',
  },
  DENSITY: {
    tr: 'Ortalama akciğer dansitesi {meanHu} HU (nefes derinliği bilinmiyor; tüm değerleri etkiler).',
    en: 'Mean lung density {meanHu} HU (depth of inspiration unknown; it affects every value).',
    ar: 'متوسط كثافة الرئة {meanHu} HU (عمق الشهيق غير معروف وهو يؤثر في كل القيم).',
  },
  INDICES: {
    tr: '−950 HU altındaki akciğer oranı (LAA-950) %{laa950}; 15. yüzdelik dansite (Perc15) {perc15} HU.',
    en: 'Share of lung below −950 HU (LAA-950) {laa950}%; 15th percentile density (Perc15) {perc15} HU.',
    ar: 'نسبة الرئة تحت −950 HU ‏(LAA-950) {laa950}%؛ الكثافة عند المئين 15 ‏(Perc15) {perc15} HU.',
  },
  CUT_OFF: {
    tr: 'Akciğerler ilk veya son kesitte devam ediyor; ölçülen hacim bir alt sınırdır.',
    en: 'The lungs continue in the first or last slice; the measured volume is a lower bound.',
    ar: 'تستمر الرئتان في أول مقطع أو آخره؛ الحجم المقاس حد أدنى.',
  },
  INTERRUPTED: {
    tr: 'Akciğer kesit alanı birden değişiyor: bir akciğerin bir bölümü görüntü kenarında kaybolmuş olabilir; değerlere güvenilmemeli.',
    en: 'The lung area changes abruptly from slice to slice: part of a lung may be lost at the edge of the image; do not rely on the values.',
    ar: 'تتغير مساحة الرئة فجأة بين المقاطع: قد يكون جزء من الرئة مفقودًا عند حافة الصورة؛ لا ينبغي الاعتماد على القيم.',
  },
  AIRWAYS_NOT_FOUND: {
    tr: 'Soluk borusu izlenemedi; hava yolları akciğer hacmine dahil olabilir.',
    en: 'The trachea could not be followed; airways may be counted as lung.',
    ar: 'تعذّر تتبع القصبة الهوائية؛ قد تُحسب المجاري الهوائية ضمن الرئة.',
  },
  GAPS_BETWEEN_SLICES: {
    tr: 'Kesitler arasında boşluk var (kalınlık {thicknessMm} mm, aralık {distanceMm} mm); hacim bir kestirimdir.',
    en: 'There are gaps between the slices (thickness {thicknessMm} mm, distance {distanceMm} mm); the volume is an estimate.',
    ar: 'توجد فجوات بين المقاطع (السماكة {thicknessMm} مم، المسافة {distanceMm} مم)؛ الحجم تقديري.',
  },
  KERNEL_UNKNOWN: {
    tr: 'LAA-950 ve Perc15 değerlendirilemez: rekonstrüksiyon kerneli bildirilmemiş.',
    en: 'LAA-950 and Perc15 are not evaluable: the reconstruction kernel is not stated.',
    ar: 'لا يمكن تقييم LAA-950 وPerc15: لم تُذكر نواة إعادة البناء.',
  },
  KERNEL_OUTSIDE_PROFILE: {
    tr: 'LAA-950 ve Perc15 değerlendirilemez: {kernel} kerneli yumuşak kernellerden değil.',
    en: 'LAA-950 and Perc15 are not evaluable: the kernel {kernel} is not a smooth one.',
    ar: 'لا يمكن تقييم LAA-950 وPerc15: النواة {kernel} ليست من النوى الناعمة.',
  },
  KERNEL_MIXED: {
    tr: 'LAA-950 ve Perc15 değerlendirilemez: kesitlerin kernelleri farklı ({kernels}).',
    en: 'LAA-950 and Perc15 are not evaluable: the slices differ in kernel ({kernels}).',
    ar: 'لا يمكن تقييم LAA-950 وPerc15: تختلف نوى المقاطع ({kernels}).',
  },
  CONTRAST: {
    tr: 'LAA-950 ve Perc15 değerlendirilemez: kontrast madde verilmiş, akciğer dansitesini yükseltir.',
    en: 'LAA-950 and Perc15 are not evaluable: contrast medium was given, which raises lung density.',
    ar: 'لا يمكن تقييم LAA-950 وPerc15: أُعطيت مادة تباين ترفع كثافة الرئة.',
  },
  AIR_OUTSIDE_SCALE: {
    tr: 'LAA-950 ve Perc15 değerlendirilemez: soluk borusundaki hava {airHu} HU (beklenen −1000 HU).',
    en: 'LAA-950 and Perc15 are not evaluable: air in the trachea reads {airHu} HU (expected −1000 HU).',
    ar: 'لا يمكن تقييم LAA-950 وPerc15: قيمة الهواء في القصبة {airHu} HU (المتوقع −1000 HU).',
  },
  THICKNESS_UNKNOWN: {
    tr: 'LAA-950 ve Perc15 değerlendirilemez: kesit kalınlığı bildirilmemiş.',
    en: 'LAA-950 and Perc15 are not evaluable: the slice thickness is not stated.',
    ar: 'لا يمكن تقييم LAA-950 وPerc15: لم تُذكر سماكة المقطع.',
  },
  THICKNESS_OUTSIDE_PROFILE: {
    tr: 'LAA-950 ve Perc15 değerlendirilemez: kesit kalınlığı {thicknessMm} mm (en çok {maxMm} mm).',
    en: 'LAA-950 and Perc15 are not evaluable: the slice thickness is {thicknessMm} mm (at most {maxMm} mm).',
    ar: 'لا يمكن تقييم LAA-950 وPerc15: سماكة المقطع {thicknessMm} مم (الحد {maxMm} مم).',
  },
  NO_LUNGS: {
    tr: 'Akciğer bulunamadı (hava içeren doku {volumeMl} ml).',
    en: 'No lungs were found (air-containing tissue {volumeMl} ml).',
    ar: 'لم يُعثر على رئتين (نسيج يحتوي على هواء {volumeMl} مل).',
  },
  ...VOLUME_WORDING,
  NOT_DICOM: {
    tr: 'Yalnızca DICOM görüntülerde çalışır.',
    en: 'It runs on DICOM images only.',
    ar: 'يعمل على صور DICOM فقط.',
  },
  NOT_CT: {
    tr: 'Yalnızca BT’de çalışır (bu seri: {found}).',
    en: 'It runs on CT only (this series: {found}).',
    ar: 'يعمل على التصوير المقطعي فقط (هذه السلسلة: {found}).',
  },
  LOCALISER: {
    tr: 'Kılavuz görüntülerde çalışmaz.',
    en: 'It does not run on localisers.',
    ar: 'لا يعمل على صور تحديد الموضع.',
  },
  WRONG_BODY_PART: {
    tr: 'Yalnızca göğüs BT’sinde çalışır (bildirilen bölge: {found}).',
    en: 'It runs on chest CT only (stated body part: {found}).',
    ar: 'يعمل على التصوير المقطعي للصدر فقط (الجزء المذكور: {found}).',
  },
  NOT_AXIAL: {
    tr: 'Yalnızca aksiyel kesitlerde çalışır.',
    en: 'It runs on axial slices only.',
    ar: 'يعمل على المقاطع المحورية فقط.',
  },
  FIELD_TOO_SMALL: {
    tr: 'Görüntü alanı {fieldMm} mm; akciğerlerin tamamı için en az {minMm} mm gerekir.',
    en: 'The field of view is {fieldMm} mm; the whole of the lungs needs at least {minMm} mm.',
    ar: 'مجال الرؤية {fieldMm} مم؛ تحتاج الرئتان كاملتين إلى {minMm} مم على الأقل.',
  },
  CHILD: {
    tr: 'Yalnızca erişkinlerde çalışır (yaş {age}).',
    en: 'It runs on adults only (age {age}).',
    ar: 'يعمل على البالغين فقط (العمر {age}).',
  },
};

/** What the measurements are called. */
export const MEASUREMENT_NAMES = {
  LUNG_VOLUME: { tr: 'Akciğer hacmi', en: 'Lung volume', ar: 'حجم الرئتين' },
  LUNG_VOLUME_RIGHT: { tr: 'Sağ akciğer', en: 'Right lung', ar: 'الرئة اليمنى' },
  LUNG_VOLUME_LEFT: { tr: 'Sol akciğer', en: 'Left lung', ar: 'الرئة اليسرى' },
  MEAN_LUNG_DENSITY: { tr: 'Ortalama akciğer dansitesi', en: 'Mean lung density', ar: 'متوسط كثافة الرئة' },
  LAA_950: { tr: '−950 HU altındaki oran (LAA-950)', en: 'LAA-950', ar: 'النسبة تحت −950 HU ‏(LAA-950)' },
  PERC15: { tr: '15. yüzdelik dansite (Perc15)', en: 'Perc15', ar: 'الكثافة عند المئين 15 ‏(Perc15)' },
  AIRWAY_VOLUME: { tr: 'Hava yolları', en: 'Airways', ar: 'المجاري الهوائية' },
  TRACHEAL_AIR: { tr: 'Soluk borusundaki hava', en: 'Air in the trachea', ar: 'الهواء في القصبة الهوائية' },
} satisfies Wording;
