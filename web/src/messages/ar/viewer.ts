import { plural } from '../plural.ts';
import type { ViewerTexts } from '../tr/viewer.ts';

export const viewerTexts: ViewerTexts = {
  pageTitle: 'صوري – DUAI',
  heading: 'صوري',
  open: 'كبّر الصور',
  back: 'العودة إلى الحالة',
  label: 'الصور',
  series: 'السلاسل',
  seriesNumber: (p) => `السلسلة ${p.index}`,
  images: (p) => plural('ar', p.count, { one: 'صورة واحدة', two: 'صورتان', few: '# صور', other: '# صورة' }),
  stage: 'صورة من السلسلة',
  position: (p) => `الصورة ${p.index} من ${p.total}`,
  move: 'تنقّل بين الصور',
  zoomIn: 'تكبير',
  zoomOut: 'تصغير',
  fit: 'ملاءمة الشاشة',
  look: 'المظهر',
  looks: {
    stored: 'عادي',
    lung: 'الرئة',
    soft: 'الأنسجة الرخوة',
    bone: 'العظام',
    brain: 'الدماغ',
    lighter: 'أفتح',
    darker: 'أغمق',
    inverted: 'ألوان معكوسة',
  },
  hint: 'اسحب إلى الأعلى أو الأسفل للتنقل؛ باعد بين إصبعيك أو انقر مرتين للتكبير. هذه المعاينة لا تصلح للتشخيص.',
  failed: 'تعذّر فتح الصورة',
  nothing: 'لا توجد صورة يمكن عرضها بعد.',
};
