import type { Translated } from '../values/languages.ts';

/** Why one file of an upload was refused; the sentence names what to do. */
export const FILE_REFUSALS = {
  EMPTY: { tr: 'Dosya boş.', en: 'The file is empty.', ar: 'الملف فارغ.' },
  TOO_LARGE: {
    tr: 'Dosya 100 MB sınırını aşıyor.',
    en: 'The file is larger than 100 MB.',
    ar: 'يتجاوز الملف حد 100 ميغابايت.',
  },
  TOO_MANY_FILES: {
    tr: 'Bir vakada en çok 2.000 dosya olabilir.',
    en: 'A case can hold at most 2,000 files.',
    ar: 'يمكن للحالة أن تضم 2000 ملف على الأكثر.',
  },
  DUPLICATE: {
    tr: 'Bu dosya bu vakada zaten var.',
    en: 'This file was uploaded before.',
    ar: 'هذا الملف موجود في هذه الحالة.',
  },
  TYPE_NOT_SUPPORTED: {
    tr: 'Dosyanın içeriği DICOM, JPEG veya PNG değil.',
    en: 'The content of the file is not DICOM, JPEG or PNG.',
    ar: 'محتوى الملف ليس DICOM أو JPEG أو PNG.',
  },
  TRUNCATED: {
    tr: 'Dosya yarım kalmış; kaynağından yeniden kopyalayın.',
    en: 'The file is cut off; copy it again from its source.',
    ar: 'الملف ناقص؛ انسخه مجددًا من مصدره.',
  },
  NOT_READABLE: {
    tr: 'Dosya bozuk; okunamadı.',
    en: 'The file is damaged and cannot be read.',
    ar: 'الملف تالف ولا يمكن قراءته.',
  },
  TRANSFER_SYNTAX_NOT_SUPPORTED: {
    tr: 'Bu DICOM sıkıştırma biçimi desteklenmiyor.',
    en: 'This DICOM transfer syntax is not supported.',
    ar: 'صيغة نقل DICOM هذه غير مدعومة.',
  },
  EXECUTABLE_PREAMBLE: {
    tr: 'Dosyanın başında çalıştırılabilir kod var; güvenlik nedeniyle reddedildi.',
    en: 'The file carries executable code at its beginning and was refused for safety.',
    ar: 'يحمل الملف في بدايته شيفرة تنفيذية؛ رُفض لأسباب أمنية.',
  },
  NO_PIXEL_DATA: {
    tr: 'Bu DICOM dosyasında görüntü yok (ör. rapor veya dizin).',
    en: 'This DICOM file holds no image (a report or a directory, for example).',
    ar: 'لا يحتوي ملف DICOM هذا على صورة (مثل تقرير أو فهرس).',
  },
  PIXEL_DATA_MISMATCH: {
    tr: 'Görüntü verisi dosyanın kendi tanımıyla uyuşmuyor.',
    en: 'The pixel data do not match what the file says about them.',
    ar: 'بيانات الصورة لا تطابق وصف الملف لها.',
  },
  TOO_MANY_PIXELS: {
    tr: 'Görüntü işlenebilecek boyuttan büyük.',
    en: 'The image is larger than can be processed.',
    ar: 'الصورة أكبر مما يمكن معالجته.',
  },
  TOO_MANY_FRAMES: {
    tr: 'Dosyada işlenebilecek olandan fazla kare var.',
    en: 'The file holds more frames than can be processed.',
    ar: 'يحتوي الملف على إطارات أكثر مما يمكن معالجته.',
  },
  NESTING_TOO_DEEP: {
    tr: 'Dosyanın yapısı izin verilenden derin.',
    en: 'The file is nested more deeply than allowed.',
    ar: 'بنية الملف أعمق من المسموح.',
  },
  CHARSET_NOT_SUPPORTED: {
    tr: 'Dosyanın karakter kümesi desteklenmiyor.',
    en: 'The character set of the file is not supported.',
    ar: 'مجموعة محارف الملف غير مدعومة.',
  },
  CHECKSUM_MISMATCH: {
    tr: 'Dosya yolda değişmiş ya da bozulmuş; yeniden seçip gönderin.',
    en: 'The file was changed or damaged on its way; choose and send it again.',
    ar: 'تغيّر الملف أو تلف أثناء النقل؛ اختره وأرسله من جديد.',
  },
  NOT_DICOM: {
    tr: 'Bu dosya DICOM değil; burada yalnızca DICOM (.dcm) kabul edilir.',
    en: 'This file is not DICOM; only DICOM (.dcm) is accepted here.',
    ar: 'هذا الملف ليس DICOM؛ يُقبل هنا DICOM (.dcm) فقط.',
  },
  NO_SCANS_LEFT: {
    tr: 'Deneme kapsamındaki taramalar bitti; bu inceleme alınmadı.',
    en: 'The scans of the trial are used up; this study was not taken.',
    ar: 'نفدت فحوصات الفترة التجريبية؛ لم يُستلم هذا الفحص.',
  },
  CHECK_FAILED: {
    tr: 'Dosyayı denetleyemedik, bu yüzden almadık; yeniden gönderin.',
    en: 'We could not check the file, so it was not taken; send it again.',
    ar: 'لم نتمكن من فحص الملف فلم نستلمه؛ أرسله من جديد.',
  },
} as const satisfies Record<string, Translated>;

export type FileRefusalCode = keyof typeof FILE_REFUSALS;
export const FILE_REFUSAL_CODES = Object.keys(FILE_REFUSALS) as [FileRefusalCode, ...FileRefusalCode[]];
