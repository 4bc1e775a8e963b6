// Written by npm run texts from the JSON files of texts/.

export default {
  files: {
    refusals: {
      EMPTY: "الملف فارغ.",
      TOO_LARGE: "يتجاوز الملف حد 100 ميغابايت.",
      TOO_MANY_FILES: "يمكن للحالة أن تضم 2000 ملف على الأكثر.",
      DUPLICATE: "هذا الملف موجود في هذه الحالة.",
      TYPE_NOT_SUPPORTED: "محتوى الملف ليس DICOM أو JPEG أو PNG.",
      TRUNCATED: "الملف ناقص؛ انسخه مجددًا من مصدره.",
      NOT_READABLE: "الملف تالف ولا يمكن قراءته.",
      TRANSFER_SYNTAX_NOT_SUPPORTED: "صيغة نقل DICOM هذه غير مدعومة.",
      EXECUTABLE_PREAMBLE: "يحمل الملف في بدايته شيفرة تنفيذية؛ رُفض لأسباب أمنية.",
      NO_PIXEL_DATA: "لا يحتوي ملف DICOM هذا على صورة (مثل تقرير أو فهرس).",
      PIXEL_DATA_MISMATCH: "بيانات الصورة لا تطابق وصف الملف لها.",
      TOO_MANY_PIXELS: "الصورة أكبر مما يمكن معالجته.",
      TOO_MANY_FRAMES: "يحتوي الملف على إطارات أكثر مما يمكن معالجته.",
      NESTING_TOO_DEEP: "بنية الملف أعمق من المسموح.",
      CHARSET_NOT_SUPPORTED: "مجموعة محارف الملف غير مدعومة.",
      CHECKSUM_MISMATCH: "تغيّر الملف أو تلف أثناء النقل؛ اختره وأرسله من جديد.",
      NOT_DICOM: "هذا الملف ليس DICOM؛ يُقبل هنا DICOM (.dcm) فقط.",
      NO_SCANS_LEFT: "نفدت فحوصات الفترة التجريبية؛ لم يُستلم هذا الفحص.",
      CHECK_FAILED: "لم نتمكن من فحص الملف فلم نستلمه؛ أرسله من جديد."
    },
    failures: {
      NOT_PROCESSED_YET: "تعذّرت معالجة الصورة حتى الآن. هذا خلل من جانبنا؛ الملف محفوظ ولا يعني ذلك أنه معيب.",
      SET_ASIDE: "تعذّرت معالجة الصورة واستمر التقييم من دونها. هذا خلل من جانبنا؛ الملف محفوظ."
    },
    advice: {
      copyAgain: "انسخ الملف مجددًا من مصدره (القرص أو المستشفى) وارفعه مرة أخرى.",
      otherForm: "اطلب من الجهة التي حصلت منها على الصور نسخة جديدة بصيغة DICOM شائعة.",
      wait: "لا يلزمك فعل شيء: سيعيد فريقنا المحاولة.",
      sendAgain: "إذا أردت تقييم الصورة فارفع الملف نفسه مجددًا."
    }
  },
  rules: {
    FIRST_NAME_TOO_SHORT: "يجب أن يتكون الاسم من حرفين على الأقل",
    LAST_NAME_TOO_SHORT: "يجب أن يتكون اسم العائلة من حرفين على الأقل",
    EMAIL_INVALID: "يرجى إدخال بريد إلكتروني صالح",
    PASSWORD_TOO_SHORT: "يجب أن تتكون كلمة المرور من 8 أحرف على الأقل",
    PASSWORD_TOO_LONG: "يجب ألا تتجاوز كلمة المرور 128 حرفًا",
    PASSWORDS_DIFFER: "كلمتا المرور غير متطابقتين",
    TERMS_NOT_ACCEPTED: "يجب قبول شروط الخدمة",
    PRIVACY_NOT_ACCEPTED: "يجب قبول سياسة الخصوصية",
    PASSKEY_NAME_MISSING: "يرجى تسمية مفتاح المرور",
    PASSWORD_REQUIRED: "كلمة المرور مطلوبة",
    PHONE_NEEDED_FOR_SMS: "أدخل رقم هاتفك لتلقي الرسائل النصية",
    PHONE_INVALID: "يرجى إدخال رقم هاتف صالح",
    COUNTRY_CODE_MISSING: "اكتب رقم الهاتف مع رمز البلد، مثل ‎+90 5xx xxx xx xx",
    DATE_INVALID: "يرجى إدخال تاريخ صالح",
    AGE_INVALID: "يرجى إدخال العمر بالسنوات المكتملة من 0 إلى 120",
    MODALITY_NOT_CHOSEN: "يرجى اختيار طريقة التصوير",
    CONSENT_MISSING: "موافقتك مطلوبة للمتابعة",
    RELATION_NOT_CHOSEN: "يرجى اختيار صلة القرابة",
    AUTHORITY_NOT_CONFIRMED: "أكّد أنه يحق لك التصرف نيابةً عن هذا الشخص",
    USERNAME_INVALID: "اختر من 3 إلى 40 حرفًا أو رقمًا أو نقطة أو شرطة أو شرطة سفلية",
    REQUIRED: "هذا الحقل مطلوب",
    NOT_ALLOWED: "هذه القيمة غير مسموح بها",
    PIN_INVALID: "أدخل الأرقام الستة لرمز PIN",
    LINK_INVALID: "أدخل مسارًا في هذا الموقع أو عنوان https",
    REGION_OUTSIDE_IMAGE: "الجزء المحدد يقع خارج الصورة",
    TOO_LONG: "هذا النص طويل جدًا"
  }
}