import { VOLUME_WORDING } from '../steps/volume-wording.ts';
import type { Wording } from '../wording.ts';
import { FILM_CHECK_WORDING } from '../xr-film-check/wording.ts';

/** What every package says of images that it does not take. */
export const REASONS: Wording = {
  ...VOLUME_WORDING,
  ...FILM_CHECK_WORDING,
  NO_IMAGES: { tr: 'Seride görüntü yok.', en: 'The series holds no images.', ar: 'لا توجد صور في السلسلة.' },
  OTHER_MODALITY: {
    tr: 'Yalnızca şu görüntüler için: {wanted} (bu seri: {found}).',
    en: 'Made for {wanted} only (this series: {found}).',
    ar: 'مخصّص لـ {wanted} فقط (هذه السلسلة: {found}).',
  },
  PART_NOT_STATED: {
    tr: 'Vücut bölgesi bildirilmemiş.',
    en: 'The body part is not stated.',
    ar: 'لم يُذكر جزء الجسم.',
  },
  OTHER_PART: {
    tr: 'Yalnızca şu bölge için: {wanted} (bildirilen: {found}).',
    en: 'Made for {wanted} only (stated: {found}).',
    ar: 'مخصّص لـ {wanted} فقط (المذكور: {found}).',
  },
  OTHER_VIEW: {
    tr: 'Yalnızca {wanted} yönü için (bu görüntü: {found}).',
    en: 'Made for the views {wanted} only (this image: {found}).',
    ar: 'مخصّص للاتجاهات {wanted} فقط (هذه الصورة: {found}).',
  },
  AGE_NOT_STATED: {
    tr: 'Yaş bilinmiyor; algoritma belirli yaşlar için yapıldı.',
    en: 'The age is not known; the algorithm is made for certain ages.',
    ar: 'العمر غير معروف؛ الخوارزمية معدّة لأعمار معيّنة.',
  },
  AGE_OUTSIDE: {
    tr: 'Yaş {found}; {min} ile {max} yaş arası için yapıldı.',
    en: 'Age {found}; made for ages {min} to {max}.',
    ar: 'العمر {found}؛ معدّ للأعمار من {min} إلى {max}.',
  },
  OTHER_SEX: {
    tr: 'Cinsiyet {found}; yalnızca {wanted} için yapıldı.',
    en: 'Sex {found}; made for {wanted} only.',
    ar: 'الجنس {found}؛ مخصّص لـ {wanted} فقط.',
  },
  OTHER_KERNEL: {
    tr: 'Kernel {found}; şunlardan biri gerekir: {wanted}.',
    en: 'Kernel {found}; one of these is needed: {wanted}.',
    ar: 'النواة {found}؛ يلزم أحد هذه: {wanted}.',
  },
  OTHER_DESCRIPTION: {
    tr: 'Seri açıklaması: {found}; şunlardan biri gerekir: {wanted}.',
    en: 'The series is described as {found}; one of these words is needed: {wanted}.',
    ar: 'وصف السلسلة: {found}؛ يلزم أحد هذه: {wanted}.',
  },
  NOT_PLAUSIBLE: {
    tr: 'Bulunan bölge olası değil: {found} nokta ({least} ile {most} arası beklenir). Sonuç verilmedi.',
    en: 'What was found cannot be right: {found} points ({least} to {most} are expected). No result is given.',
    ar: 'ما عُثر عليه غير معقول: {found} نقطة (المتوقع من {least} إلى {most}). لا تُعطى نتيجة.',
  },
  THICKNESS_NOT_STATED: {
    tr: 'Kesit kalınlığı bildirilmemiş.',
    en: 'The slice thickness is not stated.',
    ar: 'لم تُذكر سماكة المقطع.',
  },
  THICKNESS_OUTSIDE: {
    tr: 'Kesit kalınlığı {found} mm; {min} ile {max} mm arası gerekir.',
    en: 'The slices are {found} mm thick; {min} to {max} mm are needed.',
    ar: 'سماكة المقاطع {found} مم؛ يلزم من {min} إلى {max} مم.',
  },
  SLICES_OUTSIDE: {
    tr: 'Seride {found} görüntü var; {min} ile {max} arası gerekir.',
    en: 'The series has {found} images; {min} to {max} are needed.',
    ar: 'في السلسلة {found} صورة؛ يلزم من {min} إلى {max}.',
  },
  NO_CONTRAST: {
    tr: 'Kontrast madde bildirilmemiş; kontrastlı çekim gerekir.',
    en: 'No contrast agent is stated; an examination with contrast is needed.',
    ar: 'لم تُذكر مادة تباين؛ يلزم فحص مع مادة تباين.',
  },
  WITH_CONTRAST: {
    tr: 'Kontrastlı çekim; kontrastsız çekim gerekir.',
    en: 'An examination with contrast; one without is needed.',
    ar: 'فحص مع مادة تباين؛ يلزم فحص بدونها.',
  },
  NOT_AXIAL: {
    tr: 'Yalnızca aksiyel kesitlerde çalışır.',
    en: 'It runs on axial slices only.',
    ar: 'يعمل على المقاطع المحورية فقط.',
  },
  NOTHING_TO_CROP: {
    tr: 'Görüntüde {above} değerinin üstünde bir bölge yok.',
    en: 'No part of the images is above the value {above}.',
    ar: 'لا يوجد في الصور جزء فوق القيمة {above}.',
  },
  COLOURED: {
    tr: 'Görüntü renkli: fotoğraf veya çizim olabilir.',
    en: 'The image has colours: perhaps a photograph or a drawing.',
    ar: 'الصورة ملوّنة: ربما تكون صورة فوتوغرافية أو رسمًا.',
  },
  VENDOR_SENT_A_PART: {
    tr: 'Üreticinin cihazı söz verdiği sonuçların yalnızca bir bölümünü süresinde gönderdi.',
    en: 'The box of the maker sent only a part of the promised results in time.',
    ar: 'أرسل جهاز الصانع جزءًا فقط من النتائج الموعودة في الوقت المحدد.',
  },
  VENDOR_TOLD_MORE: {
    tr: 'Üreticinin cihazı, tanımında adı geçmeyen {count} şey daha gönderdi; bunlar gösterilmez.',
    en: 'The box of the maker sent {count} more items that its manifest does not name; they are not shown.',
    ar: 'أرسل جهاز الصانع {count} عناصر أخرى لا يذكرها بيانه؛ لا تُعرض.',
  },
  VENDOR_TOLD_NOTHING: {
    tr: 'Üreticinin cihazının gönderdiği nesnelerde tanımında adı geçen bir sonuç yok.',
    en: 'What the box of the maker sent holds no result that its manifest names.',
    ar: 'لا يحتوي ما أرسله جهاز الصانع على نتيجة يذكرها بيانه.',
  },
  MORE_IMAGES: {
    tr: 'Seride daha çok görüntü var; ilk {most} tanesine bakıldı.',
    en: 'The series holds more images; the first {most} were looked at.',
    ar: 'تحتوي السلسلة على صور أكثر؛ نُظر في أول {most} منها.',
  },
};

/** What is told of an output; `name` is what the manifest calls it. */
export const TELLING = {
  above: {
    tr: '{name}: olasılık %{probability} (eşik %{threshold}).',
    en: '{name}: probability {probability} % (threshold {threshold} %).',
    ar: '{name}: الاحتمال {probability}٪ (العتبة {threshold}٪).',
  },
  below: {
    tr: '{name}: eşiğin altında, olasılık %{probability} (eşik %{threshold}). Bu, bulguyu dışlamaz.',
    en: '{name}: below the threshold, probability {probability} % (threshold {threshold} %). This rules nothing out.',
    ar: '{name}: دون العتبة، الاحتمال {probability}٪ (العتبة {threshold}٪). هذا لا ينفي شيئًا.',
  },
  measured: {
    tr: '{name}: {value} {unit}.',
    en: '{name}: {value} {unit}.',
    ar: '{name}: {value} {unit}.',
  },
  said: {
    tr: '{name}: “{said}” (üreticinin sözleriyle).',
    en: '{name}: “{said}” (in the words of its maker).',
    ar: '{name}: “{said}” (بكلمات صانعها).',
  },
  shown: {
    tr: '{name}: {parts} kesitte gösterildi.',
    en: '{name}: shown on {parts} slices.',
    ar: '{name}: معروض على {parts} مقاطع.',
  },
} satisfies Wording;
