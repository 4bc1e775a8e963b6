import type { Translated } from '@duai/contract';
import { CHEST_FILM_WORDING } from '../steps/chest-film-wording.ts';
import type { Wording } from '../wording.ts';
import { FILM_CHECK_WORDING } from '../xr-film-check/wording.ts';

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
  ...CHEST_FILM_WORDING,
  ...FILM_CHECK_WORDING,
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
