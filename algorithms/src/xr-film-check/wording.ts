import { CHEST_FILM_WORDING } from '../steps/chest-film-wording.ts';
import type { Wording } from '../wording.ts';

/** What was done to a film (`checkFilm`): in the words of a finding, and of a reason why a film algorithm does not read it. */
export const FILM_CHECK_WORDING: Wording = {
  FILM_TURNED: {
    tr: 'Grafi saat yönünde {degrees}° dönük (olasılık %{probability}).',
    en: 'The film is turned clockwise by {degrees}° (probability {probability} %).',
    ar: 'الصورة مدارة باتجاه عقارب الساعة {degrees}° (الاحتمال {probability}٪).',
  },
  FILM_MIRRORED: {
    tr: 'Grafi aynalanmış görünüyor: sağ ve sol yer değiştirmiş olabilir (olasılık %{probability}).',
    en: 'The film looks mirrored: right and left may be exchanged (probability {probability} %).',
    ar: 'تبدو الصورة معكوسة: قد يكون اليمين واليسار متبادلين (الاحتمال {probability}٪).',
  },
  FILM_INVERTED: {
    tr: 'Grafinin gri tonları ters: hava beyaz gösteriliyor (olasılık %{probability}).',
    en: 'The greys of the film are inverted: air is shown white (probability {probability} %).',
    ar: 'درجات الرمادي معكوسة: يظهر الهواء أبيض (الاحتمال {probability}٪).',
  },
  FILM_HALVED: {
    tr: 'Grafinin yaklaşık yarısı eksik (olasılık %{probability}).',
    en: 'About half of the film is missing (probability {probability} %).',
    ar: 'نحو نصف الصورة مفقود (الاحتمال {probability}٪).',
  },
  FILM_UNLIKE_TRAINING: {
    tr: 'Görüntü, denetimin eğitildiği göğüs grafilerine benzemiyor (sınırın {times} katı); değerlendirilmedi.',
    en: 'The image is unlike the chest films on which the film check was trained ({times} times the limit); it was not evaluated.',
    ar: 'لا تشبه الصورة صور الصدر التي دُرّب عليها فحص الصورة ({times} ضعف الحد)؛ لم تُقيَّم.',
  },
};

export const WORDING: Wording = {
  ...FILM_CHECK_WORDING,
  ...CHEST_FILM_WORDING,
  FILM_AS_TAKEN: {
    tr: 'Grafi dik, aynalanmamış, gri tonları doğru ve bütün görünüyor.',
    en: 'The film looks upright, not mirrored, not inverted and whole.',
    ar: 'تبدو الصورة قائمة وغير معكوسة ودرجاتها صحيحة وكاملة.',
  },
  AGE_NOT_TRAINED: {
    tr: 'Denetim yalnızca küçük çocukların grafileriyle eğitildi; erişkin grafilerinde daha sık yanılır.',
    en: 'The check was trained on films of small children only; on films of adults it errs more often.',
    ar: 'دُرّب الفحص على صور الأطفال الصغار فقط؛ ويخطئ أكثر في صور البالغين.',
  },
  MORE_FILMS: {
    tr: 'Seride daha çok grafi var; ilk {most} tanesine bakıldı.',
    en: 'The series holds more films; the first {most} were looked at.',
    ar: 'في السلسلة صور أكثر؛ نُظر في أول {most} منها.',
  },
};

/** What the measurements are called. */
export const MEASUREMENT_NAMES = {
  FILMS_CHANGED: {
    tr: 'Dönük, aynalanmış, ters veya yarım grafi sayısı',
    en: 'Films turned, mirrored, inverted or halved',
    ar: 'صور مدارة أو معكوسة أو مقلوبة الدرجات أو ناقصة',
  },
} satisfies Wording;
