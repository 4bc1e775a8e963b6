import type { QuestionTexts } from '../tr/questions.ts';

export const questionTexts: QuestionTexts = {
  heading: 'أسئلتك لطبيب الأشعة',
  empty: 'لا يوجد سؤال بعد. اكتب هنا ما تريد معرفته عن تقريرك أو صورك.',
  field: 'سؤالك',
  help: 'لا تكتب هنا في حالة الطوارئ؛ اتصل بالرقم 112.',
  send: 'أرسل السؤال',
  sending: 'جارٍ الإرسال...',
  failedTitle: 'لم يُرسل سؤالك',
  loadFailed: 'تعذّر تحميل المحادثة.',
  you: 'أنت',
  patient: 'المريض',
  radiologist: 'طبيب الأشعة',
  sent: 'أُرسل',
  read: (p) => `قُرئ: ${p.time}`,
  answer: {
    field: 'ردّك',
    help: 'إن كنت ستضيف صورًا أيضًا فاكتب ردك هنا كذلك، ثم اختر الصور أدناه وارفعها: يُرسل ردك معها.',
    send: 'أرسل الرد وأعد إرسال الحالة',
    goesWithImages: 'سيُرسل ردك مع الصور التي اخترتها أدناه عندما ترفعها.',
    doneTitle: 'أُرسل ردك',
    doneText: 'تُراجع حالتك من جديد.',
    failedTitle: 'لم يُرسل ردك',
  },
};
