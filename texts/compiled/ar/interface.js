// Written by npm run texts from the JSON files of texts/.

export default {
  close: "إغلاق",
  cancel: "إلغاء",
  back: "رجوع",
  next: "متابعة",
  loading: "جارٍ التحميل",
  retry: "حاول مجددًا",
  required: "مطلوب",
  optional: "اختياري",
  dateParts: {
    day: "اليوم",
    month: "الشهر",
    year: "السنة"
  },
  showPassword: "إظهار كلمة المرور",
  hidePassword: "إخفاء كلمة المرور",
  notifications: "الإشعارات",
  chooseLanguage: "اللغة",
  theme: "المظهر",
  themes: {
    system: "النظام",
    light: "فاتح",
    dark: "داكن"
  },
  stepOf: (d) => "الخطوة " + d.step + " من " + d.total,
  pageOf: (d) => "الصفحة " + d.page + " من " + d.total,
  pageNumber: (d) => "الصفحة " + d.page,
  previousPage: "الصفحة السابقة",
  nextPage: "الصفحة التالية",
  skipToContent: "انتقل إلى المحتوى",
  choose: "اختر",
  noConnection: "تعذّر الوصول إلى الخادم. تحقق من الاتصال وحاول مجددًا.",
  offlineTitle: "لا يوجد اتصال بالإنترنت",
  offlineText: "ما كتبته باقٍ في هذه الصفحة؛ تابع من حيث توقفت عند عودة الاتصال.",
  brokenTitle: "تعذّر عرض هذه الصفحة",
  brokenText: "حدث خطأ غير متوقع على هذا الجهاز. ما حفظته بأمان. أعد تحميل الصفحة؛ وإن استمرت المشكلة فراسلنا.",
  reload: "أعد تحميل الصفحة",
  unexpected: "حدث خطأ غير متوقع. يرجى المحاولة مجددًا.",
  notLoadedTitle: "تعذّر التحميل",
  notRenewedTitle: "تعذّر التحديث",
  notRenewedText: (d) => "المعروض يعود إلى " + d.time + ".",
  nothingLost: "تعذّر الوصول إلى الخادم. لم يضِع شيء.",
  changeFailed: "لم تنجح العملية",
  nothingLostTryAgain: "تعذّر الوصول إلى الخادم. لم يضِع شيء؛ حاول مجددًا.",
  saveFailed: "تعذّر الحفظ",
  tryAgainLater: "تعذّر الوصول إلى الخادم. حاول مجددًا."
}