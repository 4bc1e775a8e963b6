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
    help: 'إن لم تضف صورًا فاكتب ردك هنا وأرسله. وإن أضفت صورًا فاكتب الرد أولًا في المحادثة أدناه ثم ارفع الصور.',
    send: 'أرسل الرد وأعد إرسال الحالة',
    doneTitle: 'أُرسل ردك',
    doneText: 'تُراجع حالتك من جديد.',
    failedTitle: 'لم يُرسل ردك',
  },
};
