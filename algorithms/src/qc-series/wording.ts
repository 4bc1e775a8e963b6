import type { Translated } from '@duai/contract';
import type { Wording } from '../wording.ts';

export const WORDING: Wording = {
  NO_IMAGES: {
    tr: 'Seride okunabilir görüntü yok.',
    en: 'The series holds no readable image.',
    ar: 'لا تحتوي السلسلة على صورة مقروءة.',
  },
  NO_PROBLEM: {
    tr: 'Seri denetlendi ({count} görüntü): eksik, tekrar veya tutarsızlık saptanmadı.',
    en: 'Series checked (images: {count}): nothing missing, repeated or inconsistent was found.',
    ar: 'فُحصت السلسلة ({count} صورة): لم يُعثر على نقص أو تكرار أو عدم اتساق.',
  },
  WRONG_MODALITY: {
    tr: 'Vaka {declared} olarak bildirildi, ancak görüntüler {found}.',
    en: 'The case was declared as {declared}, but the images are {found}.',
    ar: 'أُعلنت الحالة على أنها {declared} لكن الصور هي {found}.',
  },
  BURNT_IN_ANNOTATION: {
    tr: '{count} görüntüde piksellere işlenmiş yazı olduğu bildirilmiş.',
    en: 'Text burnt into the pixels is declared for {count} of the images.',
    ar: 'وُسمت {count} صورة بأنها تحمل نصًا مدمجًا في وحدات البكسل.',
  },
  ANNOTATION_NOT_RULED_OUT: {
    tr: '{count} görüntüde piksellere işlenmiş yazı olasılığı dışlanamaz.',
    en: 'Text burnt into the pixels cannot be ruled out in {count} of the images.',
    ar: 'لا يمكن استبعاد وجود نص مدمج في {count} صورة.',
  },
  SEVERAL_PATIENTS: {
    tr: 'Seride {count} farklı kişinin kimlik bilgisi var.',
    en: 'The series carries the identity of {count} different people.',
    ar: 'تحمل السلسلة هويات {count} أشخاص مختلفين.',
  },
  PARTLY_NAMED: {
    tr: '{count} görüntünün {named} tanesi kimlik bilgisi taşıyor, kalanlar taşımıyor; aynı kişiye ait oldukları doğrulanamaz.',
    en: '{named} of {count} images carry a patient’s identity, the others none: that they belong to one person cannot be checked.',
    ar: '{named} من {count} صورة تحمل هوية مريض والبقية بلا هوية: لا يمكن التحقق من أنها لشخص واحد.',
  },
  LOCALISER_MIXED_IN: {
    tr: 'Kesitlerin arasına {count} kılavuz (lokalizer) görüntü karışmış.',
    en: 'Localiser images mixed in with the slices: {count}.',
    ar: 'اختلطت {count} صورة تحديد موضع مع المقاطع.',
  },
  LOSSY_COMPRESSION: {
    tr: '{count} görüntü kayıplı sıkıştırılmış.',
    en: 'Images compressed with loss: {count}.',
    ar: 'ضُغطت {count} صورة مع فقدان.',
  },
  DUPLICATE_INSTANCES: {
    tr: '{count} görüntü birden fazla kez gönderilmiş.',
    en: 'Images sent more than once: {count}.',
    ar: 'أُرسلت {count} صورة أكثر من مرة.',
  },
  DUPLICATE_SLICES: {
    tr: 'Aynı konumda {count} yinelenen kesit var.',
    en: 'Slices that repeat the place of another: {count}.',
    ar: 'يتكرر موضع {count} مقطع.',
  },
  SAME_PLACE: {
    tr: '{count} görüntü bir başkasıyla aynı konumda (ör. faz veya eko).',
    en: 'Images that share their place with another (phases or echoes, for example): {count}.',
    ar: 'تشترك {count} صورة في الموضع مع أخرى (مثل الأطوار أو الأصداء).',
  },
  MIXED_PIXEL_SPACING: {
    tr: 'Görüntülerin boyutu veya piksel aralığı aynı değil ({count} farklı).',
    en: 'Image size or pixel spacing is not the same throughout ({count} different).',
    ar: 'حجم الصور أو تباعد البكسل غير موحد ({count} قيم مختلفة).',
  },
  MIXED_ORIENTATION: {
    tr: 'Kesitlerin yönleri farklı.',
    en: 'The slices differ in orientation.',
    ar: 'تختلف المقاطع في الاتجاه.',
  },
  MISSING_SLICES: {
    tr: '{count} kesit eksik görünüyor (kesit aralığı {gapMm} mm).',
    en: 'Slices that seem to be missing: {count} (slice distance {gapMm} mm).',
    ar: 'يبدو أن {count} مقطعًا مفقود (المسافة بين المقاطع {gapMm} مم).',
  },
  MISSING_NUMBERS: {
    tr: 'Görüntü numaralarında {count} boşluk var.',
    en: 'Holes in the image numbers: {count}.',
    ar: 'هناك {count} فجوة في أرقام الصور.',
  },
  UNEVEN_SPACING: {
    tr: 'Kesit aralıkları eşit değil (genelde {usualMm} mm).',
    en: 'The distances between slices are uneven (usually {usualMm} mm).',
    ar: 'المسافات بين المقاطع غير متساوية (عادة {usualMm} مم).',
  },
  MIXED_THICKNESS: {
    tr: 'Kesit kalınlıkları farklı ({count} farklı değer).',
    en: 'The slices differ in thickness ({count} different values).',
    ar: 'تختلف المقاطع في السماكة ({count} قيم مختلفة).',
  },
  SATURATED: {
    tr: 'İncelenen {count} görüntüde pikseller parlak uçta yığılmış (en çok %{percent}); parlak ayrıntı kaybolmuş olabilir.',
    en: 'In {count} of the images looked at, pixels pile up at the bright end (up to {percent}%); bright detail may be lost.',
    ar: 'في {count} من الصور المفحوصة تتكدس وحدات البكسل عند الطرف الساطع (حتى {percent}%)؛ قد تكون التفاصيل الساطعة مفقودة.',
  },
  BLANK_IMAGES: {
    tr: 'İncelenen görüntülerin {count} tanesi boş (tek bir değer).',
    en: 'Blank (a single value): {count} of the images looked at.',
    ar: '{count} من الصور المفحوصة فارغة (قيمة واحدة).',
  },
  NOT_DECODABLE: {
    tr: 'İncelenen görüntülerin {count} tanesinin pikselleri eksik veya okunamıyor.',
    en: 'The pixels of {count} of the images looked at are cut off or cannot be read.',
    ar: 'وحدات البكسل في {count} من الصور المفحوصة مقطوعة أو غير مقروءة.',
  },
  BODY_CUT_OFF: {
    tr: 'İncelenen {count} kesitte vücut görüntü alanının dışına taşıyor.',
    en: 'In {count} of the slices looked at the body reaches beyond the field of view.',
    ar: 'يتجاوز الجسم مجال الرؤية في {count} من المقاطع المفحوصة.',
  },
  FILM_TURNED: { tr: 'Dönük grafi: {count}.', en: 'Films that are turned: {count}.', ar: 'صور مدارة: {count}.' },
  FILM_MIRRORED: {
    tr: 'Aynalanmış görünen grafi (sağ ve sol yer değiştirmiş olabilir): {count}.',
    en: 'Films that look mirrored (right and left may be exchanged): {count}.',
    ar: 'صور تبدو معكوسة (قد يكون اليمين واليسار متبادلين): {count}.',
  },
  FILM_INVERTED: {
    tr: 'Gri tonları ters grafi: {count}.',
    en: 'Films whose greys are inverted: {count}.',
    ar: 'صور درجاتها معكوسة: {count}.',
  },
  FILM_HALVED: {
    tr: 'Yaklaşık yarısı eksik grafi: {count}.',
    en: 'Films of which about half is missing: {count}.',
    ar: 'صور نصفها تقريبًا مفقود: {count}.',
  },
  FRAMES_NOT_CHECKED: {
    tr: '{count} çok kareli dosyada karelerin konumları denetlenmedi.',
    en: 'The places of the frames were not checked (multi-frame files: {count}).',
    ar: 'لم تُفحص مواضع الإطارات في {count} ملفات متعددة الإطارات.',
  },
  PIXELS_NOT_CHECKED: {
    tr: 'Piksel denetimi bu görüntü türünde yapılmadı.',
    en: 'Pixel checks were not made for this kind of image.',
    ar: 'لم تُجرَ فحوص البكسل لهذا النوع من الصور.',
  },
};

/** What the patient declared, in the words of the report; other values stand as they are. */
export const DECLARED: Readonly<Record<string, Translated>> = {
  CT: { tr: 'BT (bilgisayarlı tomografi)', en: 'CT', ar: 'الأشعة المقطعية' },
  MRI: { tr: 'MR (manyetik rezonans)', en: 'MRI', ar: 'الرنين المغناطيسي' },
  'X-Ray': { tr: 'röntgen', en: 'X-Ray', ar: 'الأشعة السينية' },
  Ultrasound: { tr: 'ultrason', en: 'Ultrasound', ar: 'الموجات فوق الصوتية' },
  Mammography: { tr: 'mamografi', en: 'Mammography', ar: 'تصوير الثدي' },
};

/** What the measurements are called. */
export const MEASUREMENT_NAMES = {
  INSTANCES: { tr: 'Görüntü sayısı', en: 'Images', ar: 'عدد الصور' },
  SATURATED_LOW: { tr: 'Alt uçtaki pikseller', en: 'Pixels at the lower end', ar: 'وحدات البكسل عند الطرف الأدنى' },
  SATURATED_HIGH: { tr: 'Üst uçtaki pikseller', en: 'Pixels at the upper end', ar: 'وحدات البكسل عند الطرف الأعلى' },
} satisfies Wording;
