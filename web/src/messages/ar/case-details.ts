import { plural } from '../plural.ts';
import type { CaseDetailTexts } from '../tr/case-details.ts';

export const caseDetailTexts: CaseDetailTexts = {
  bodyParts: 'مناطق الجسم',
  bodyPartHelp: 'اختر من القائمة أو اكتب بكلماتك.',
  noBodyPart: 'غير موجود في القائمة؛ يُحفظ كما تكتبه.',
  side: 'الجهة',
  sides: { left: 'اليسرى', right: 'اليمنى', both: 'الجهتان' },
  sideNotStated: 'لا أرغب في التحديد',
  subject: {
    question: 'لمن هذه الصور؟',
    own: 'لي',
    relative: 'لأحد أقاربي',
    relation: 'صلة القرابة',
    relations: {
      child: 'طفلي',
      parent: 'أمي أو أبي',
      spouse: 'زوجي / زوجتي',
      ward: 'شخص أنا وصيّ عليه',
      other: 'قريب آخر',
    },
    firstName: 'اسم قريبك',
    lastName: 'اسم عائلة قريبك',
    dateOfBirth: 'تاريخ ميلاد قريبك',
    gender: 'جنس قريبك',
    declaration:
      'أنا والد هذا الشخص أو وصيّه أو طلب مني صراحةً التصرف نيابةً عنه؛ وأوافق نيابةً عنه موافقة صريحة على معالجة بياناته الصحية',
    shown: 'لمن الصور',
  },
  firstReport: {
    heading: 'التقرير الأول',
    text: 'نص التقرير الأول',
    textHelp: 'يمكنك لصق التقرير الذي لديك هنا؛ يقارن طبيب الأشعة بين الرأيين.',
    file: 'التقرير الأول (PDF)',
    fileHelp: '10 ميغابايت على الأكثر.',
    choose: 'اختيار PDF',
    replace: 'اختيار PDF آخر',
    remove: 'إزالة الملف',
    download: (p) => `تنزيل ${p.name}`,
    attaching: 'جارٍ الإرفاق...',
    attachedTitle: 'أُرفق التقرير الأول',
    removedTitle: 'أُزيل الملف',
    failedTitle: 'تعذّر إرفاق التقرير الأول',
    failedAfterCreate: 'تم إنشاء حالتك؛ يمكنك إرفاق التقرير مجددًا من صفحتها.',
    downloadFailedTitle: 'تعذّر تنزيل الملف',
    notPdf: 'الملف ليس PDF. أرفق التقرير بصيغة PDF أو اكتب نصه.',
    tooLarge: 'يتجاوز ملف التقرير حد 10 ميغابايت.',
    none: 'لم يُرفق تقرير أول. أرفقه إن وُجد؛ فالمقارنة هي ما يجعل الرأي الثاني مفيدًا.',
  },
  draft: {
    restored: 'استُعيدت حالتك غير المكتملة. تُحفظ في هذه النافذة فقط.',
    clear: 'مسح',
  },
  clock: {
    label: 'مدة التقرير',
    left: (p) => `الوقت المتبقي: ${p.hours} س ${p.minutes} د`,
    late: 'انتهت المدة. تُقرأ حالتك بالأولوية؛ نعتذر عن التأخير.',
    pausedTitle: 'توقفت المدة: ننتظرك',
    notStartedTitle: 'لم تبدأ المدة بعد',
    pausedQuestion: 'ينتظر طبيب الأشعة ردك. تبدأ المدة من جديد عندما ترد أو تضيف صورًا.',
    pausedImages: (p) =>
      plural('ar', p.hours, {
        other: 'تبدأ المدة عند إرسال صورك: يصل التقرير خلال # ساعة.',
        few: 'تبدأ المدة عند إرسال صورك: يصل التقرير خلال # ساعات.',
      }),
  },
  thumbnailOf: (p) => `معاينة ${p.name}`,
};
