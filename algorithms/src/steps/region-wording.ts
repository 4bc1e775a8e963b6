import type { Wording } from '../wording.ts';

/** Why a region on CT is not measured (`regionOnCt`). */
export const REGION_WORDING: Wording = {
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
  REGION_NEEDED: {
    tr: 'Önce görüntü üzerinde bir alan çizilmelidir.',
    en: 'A region has to be drawn on an image first.',
    ar: 'يجب أولًا رسم منطقة على الصورة.',
  },
  REGION_ELSEWHERE: {
    tr: 'Alan bu serinin görüntülerinde değil.',
    en: 'The region is not on images of this series.',
    ar: 'المنطقة ليست على صور هذه السلسلة.',
  },
  REGION_OTHER_SIZE: {
    tr: 'Maske, görüntülerin boyutunda değil.',
    en: 'The mask does not have the size of the images.',
    ar: 'حجم القناع لا يطابق حجم الصور.',
  },
  NO_SPACING: {
    tr: 'Piksel aralığı bildirilmemiş: mm cinsinden ölçülemez.',
    en: 'The pixel spacing is not stated: nothing can be measured in mm.',
    ar: 'لم يُذكر تباعد البكسل: لا يمكن القياس بالمليمتر.',
  },
  REGION_EMPTY: {
    tr: 'Alanda ölçülecek piksel yok.',
    en: 'The region holds no pixel that is measured.',
    ar: 'لا توجد في المنطقة وحدات بكسل للقياس.',
  },
  CONTRAST: {
    tr: 'Kontrast madde verilmiş: yayımlanmış eşikler bu görüntüye uygulanamaz.',
    en: 'Contrast medium was given: published thresholds do not hold for this image.',
    ar: 'أُعطيت مادة تباين: لا تنطبق العتبات المنشورة على هذه الصورة.',
  },
  TUBE_VOLTAGE: {
    tr: 'Tüp gerilimi {kvp} kV (yayımlanmış eşikler 120 kV içindir); değerler farklı olur.',
    en: 'The tube voltage is {kvp} kV (published thresholds are for 120 kV); the values differ.',
    ar: 'جهد الأنبوب {kvp} كيلوفولت (العتبات المنشورة لـ120 كيلوفولت)؛ تختلف القيم.',
  },
};
