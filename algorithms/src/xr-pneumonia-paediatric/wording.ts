import type { Translated } from '@duai/contract';
import type { Wording } from '../wording.ts';

export const WORDING: Wording = {
  PNEUMONIA_SIGNS: {
    tr: 'Pnömoniye benzeyen bulgu: olasılık %{probability} (eşik %{threshold}).',
    en: 'Signs as of pneumonia: probability {probability} % (threshold {threshold} %).',
    ar: 'علامات كالتهاب رئوي: الاحتمال {probability}٪ (العتبة {threshold}٪).',
  },
  NO_PNEUMONIA_SIGNS: {
    tr: 'Eşiğin üstünde pnömoni bulgusu yok: olasılık %{probability} (eşik %{threshold}). Bu, pnömoniyi dışlamaz.',
    en: 'No signs of pneumonia above the threshold: probability {probability} % (threshold {threshold} %). This rules nothing out.',
    ar: 'لا علامات التهاب رئوي فوق العتبة: الاحتمال {probability}٪ (العتبة {threshold}٪). هذا لا ينفي المرض.',
  },
  VIEW_NOT_STATED: {
    tr: 'Çekim yönü bildirilmemiş; sonuç yalnızca önden çekilmiş grafi için geçerlidir.',
    en: 'The projection is not stated; the result holds for a frontal film only.',
    ar: 'لم يُذكر اتجاه التصوير؛ النتيجة صالحة لصورة أمامية فقط.',
  },
  MORE_FILMS: {
    tr: 'Seride daha çok grafi var; ilk {most} tanesine bakıldı.',
    en: 'The series holds more films; the first {most} were looked at.',
    ar: 'في السلسلة صور أكثر؛ نُظر في أول {most} منها.',
  },
  NO_IMAGES: {
    tr: 'Seride okunabilir görüntü yok.',
    en: 'The series holds no readable image.',
    ar: 'لا تحتوي السلسلة على صورة مقروءة.',
  },
  NOT_FILM: {
    tr: 'Röntgen grafisi değil ({found}).',
    en: 'Not a radiograph ({found}).',
    ar: 'ليست صورة شعاعية ({found}).',
  },
  NOT_SINGLE: {
    tr: 'Dosyada birden çok kare var; tek bir grafi değil.',
    en: 'The file has several frames; it is not one film.',
    ar: 'في الملف عدة إطارات؛ ليس صورة واحدة.',
  },
  PART_NOT_STATED: {
    tr: 'Görüntüde vücudun hangi bölümünün olduğu bildirilmemiş.',
    en: 'Which part of the body the image shows is not stated.',
    ar: 'لم يُذكر أي جزء من الجسم تُظهره الصورة.',
  },
  NOT_CHEST: {
    tr: 'Göğüs olarak bildirilmemiş ({found}).',
    en: 'Not declared as chest ({found}).',
    ar: 'لم يُعلن أنها للصدر ({found}).',
  },
  NOT_FRONTAL: {
    tr: 'Önden çekilmiş grafi değil ({found}).',
    en: 'Not a frontal film ({found}).',
    ar: 'ليست صورة أمامية ({found}).',
  },
  AGE_NOT_STATED: {
    tr: 'Yaş bilinmiyor: ne dosyada ne de vakada yazıyor. Model yalnızca küçük çocuklar içindir.',
    en: 'The age is not known: neither the file nor the case states it. The model is for small children only.',
    ar: 'العمر غير معروف: لا يذكره الملف ولا الحالة. النموذج للأطفال الصغار فقط.',
  },
  TOO_OLD: {
    tr: 'Yaş {age}; model en çok {maxAge} yaş için yapıldı.',
    en: 'Age {age}; the model is made for ages up to {maxAge}.',
    ar: 'العمر {age}؛ النموذج معدّ للأعمار حتى {maxAge}.',
  },
  TOO_SMALL: {
    tr: 'Görüntünün kısa kenarı {side} piksel; en az {least} gerekir.',
    en: 'The shorter side of the image has {side} pixels; at least {least} are needed.',
    ar: 'الضلع الأقصر للصورة {side} بكسل؛ يلزم {least} على الأقل.',
  },
  COLOURED: {
    tr: 'Görüntü renkli: röntgen grafisi değil, fotoğraf veya çizim olabilir.',
    en: 'The image has colours: it is no radiograph but perhaps a photograph or a drawing.',
    ar: 'الصورة ملوّنة: ليست صورة شعاعية وربما تكون صورة فوتوغرافية أو رسمًا.',
  },
  UNLIKE_TRAINING: {
    tr: 'Görüntü, modelin eğitildiği çocuk göğüs grafilerine benzemiyor (sınırın {times} katı); değerlendirilmedi.',
    en: 'The image is unlike the chest films of children on which the model was trained ({times} times the limit); it was not evaluated.',
    ar: 'لا تشبه الصورة صور صدر الأطفال التي دُرّب عليها النموذج ({times} ضعف الحد)؛ لم تُقيَّم.',
  },
};

export const MEASUREMENT_NAMES = {
  PNEUMONIA_PROBABILITY: {
    tr: 'Pnömoni bulgusu olasılığı',
    en: 'Probability of signs as of pneumonia',
    ar: 'احتمال علامات كالتهاب رئوي',
  },
} satisfies Readonly<Record<string, Translated>>;
