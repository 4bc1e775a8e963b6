import type { Language, Translated } from '../values/languages.ts';

/**
 * The validation messages of specification section 5: the English text is the key, to the letter; a Turkish or Arabic
 * page shows the translation of the same rule.
 */
export const VALIDATION_MESSAGES: Readonly<Record<string, Omit<Translated, 'en'>>> = {
  'First name must be at least 2 characters': {
    tr: 'Ad en az 2 karakter olmalıdır',
    ar: 'يجب أن يتكون الاسم من حرفين على الأقل',
  },
  'Last name must be at least 2 characters': {
    tr: 'Soyad en az 2 karakter olmalıdır',
    ar: 'يجب أن يتكون اسم العائلة من حرفين على الأقل',
  },
  'Please enter a valid email address': {
    tr: 'Lütfen geçerli bir e-posta adresi girin',
    ar: 'يرجى إدخال بريد إلكتروني صالح',
  },
  'Password must be at least 8 characters': {
    tr: 'Parola en az 8 karakter olmalıdır',
    ar: 'يجب أن تتكون كلمة المرور من 8 أحرف على الأقل',
  },
  'Password must be at most 128 characters': {
    tr: 'Parola en çok 128 karakter olabilir',
    ar: 'يجب ألا تتجاوز كلمة المرور 128 حرفًا',
  },
  "Passwords don't match": { tr: 'Parolalar eşleşmiyor', ar: 'كلمتا المرور غير متطابقتين' },
  'You must accept the terms of service': { tr: 'Hizmet koşullarını kabul etmelisiniz', ar: 'يجب قبول شروط الخدمة' },
  'You must accept the privacy policy': {
    tr: 'Gizlilik politikasını kabul etmelisiniz',
    ar: 'يجب قبول سياسة الخصوصية',
  },
  'Please give the passkey a name': { tr: 'Lütfen geçiş anahtarına bir ad verin', ar: 'يرجى تسمية مفتاح المرور' },
  'Password is required': { tr: 'Parola gereklidir', ar: 'كلمة المرور مطلوبة' },
  'Please enter your phone number to receive SMS': {
    tr: 'SMS almak için telefon numaranızı girin',
    ar: 'أدخل رقم هاتفك لتلقي الرسائل النصية',
  },
  'Please enter a valid phone number': {
    tr: 'Lütfen geçerli bir telefon numarası girin',
    ar: 'يرجى إدخال رقم هاتف صالح',
  },
  'Please enter the phone number with its country code': {
    tr: 'Telefon numaranızı ülke koduyla yazın, ör. +90 5xx xxx xx xx',
    ar: 'اكتب رقم الهاتف مع رمز البلد، مثل ‎+90 5xx xxx xx xx',
  },
  'Please enter a valid date': { tr: 'Lütfen geçerli bir tarih girin', ar: 'يرجى إدخال تاريخ صالح' },
  'Please choose a modality': { tr: 'Lütfen görüntüleme yöntemini seçin', ar: 'يرجى اختيار طريقة التصوير' },
  'Please give your consent to continue': { tr: 'Devam etmek için onayınız gereklidir', ar: 'موافقتك مطلوبة للمتابعة' },
  'Please choose how you are related': { tr: 'Lütfen yakınlığınızı seçin', ar: 'يرجى اختيار صلة القرابة' },
  'Please confirm that you may act for this person': {
    tr: 'Bu kişi adına işlem yapabildiğinizi onaylayın',
    ar: 'أكّد أنه يحق لك التصرف نيابةً عن هذا الشخص',
  },
  'Please choose 3 to 40 letters, digits, dots, dashes or underscores': {
    tr: '3 ila 40 karakter seçin: harf, rakam, nokta, tire veya alt çizgi',
    ar: 'اختر من 3 إلى 40 حرفًا أو رقمًا أو نقطة أو شرطة أو شرطة سفلية',
  },
  'This field is required': { tr: 'Bu alan gereklidir', ar: 'هذا الحقل مطلوب' },
  'This value is not allowed': { tr: 'Bu değer geçerli değil', ar: 'هذه القيمة غير مسموح بها' },
  'Please enter the six digits of the PIN': {
    tr: 'PIN kodunun altı hanesini girin',
    ar: 'أدخل الأرقام الستة لرمز PIN',
  },
  'Please enter a path of this site or an https address': {
    tr: 'Bu sitenin bir yolunu veya bir https adresi girin',
    ar: 'أدخل مسارًا في هذا الموقع أو عنوان https',
  },
  'The part lies outside the image': { tr: 'Seçilen kesit görüntünün dışında', ar: 'الجزء المحدد يقع خارج الصورة' },
  'This text is too long': { tr: 'Bu metin çok uzun', ar: 'هذا النص طويل جدًا' },
};

const REQUIRED = 'This field is required';
const TOO_LONG = 'This text is too long';
const NOT_ALLOWED = 'This value is not allowed';

/** What a rule without a sentence of its own is told as: the schema library's text is for programmers. */
function general(libraryText: string): string {
  if (/received undefined$|^Too small: expected string to have >=1 /.test(libraryText)) return REQUIRED;
  return /^Too big: expected string /.test(libraryText) ? TOO_LONG : NOT_ALLOWED;
}

/** The reader's sentence for a rule, in every language one of the table: never the text of a library. */
export function validationMessage(english: string, language: Language): string {
  const key = english in VALIDATION_MESSAGES ? english : general(english);
  return language === 'en' ? key : VALIDATION_MESSAGES[key]![language];
}
