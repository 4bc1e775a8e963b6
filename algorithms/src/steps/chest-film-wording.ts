import type { Wording } from '../wording.ts';

/** Why an image is not looked at as a frontal film of the chest (`frontalChestFilm`), or not as a film at all. */
export const CHEST_FILM_WORDING: Wording = {
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
};
