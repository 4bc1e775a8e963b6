import type { VerificationTexts } from '../tr/verification.ts';

export const verificationTexts: VerificationTexts = {
  pageTitle: 'التحقق من تقرير – DUAI',
  heading: 'التحقق من تقرير',
  intro: 'تبيّن هذه الصفحة ما إذا كان التقرير موقّعًا لدى DUAI. ولا تذكر شيئًا عن الشخص أو المحتوى.',
  checking: 'جارٍ التحقق…',
  valid: 'هذا التقرير صالح',
  validText: 'وقّع طبيب أشعة في DUAI تقريرًا بهذه البصمة ولم يتغيّر منذ ذلك اليوم.',
  copyDamagedText:
    'نسخة PDF المحفوظة لدى DUAI تالفة حاليًا ولذلك لا تُعطى؛ الخطأ منّا ويجري إصلاحه. أما ما بين يديك فيُحكم عليه ببصمته هو.',
  invalid: 'هذا التقرير غير صالح',
  invalidText:
    'لا يوجد تقرير موقّع بهذه البصمة. ربما قُرئ العنوان ناقصًا؛ امسح الرمز من جديد. واسأل الجهة المصدرة قبل أن تعتمد على الورقة.',
  failedTitle: 'تعذّر التحقق',
  fileTitle: 'تحقق من ملف PDF',
  fileText: 'يبقى الملف على هذا الجهاز؛ ولا يُسأل إلا عن بصمته (SHA-256).',
  fileChoose: 'اختر ملف PDF',
  fileInput: 'ملف التقرير',
  hash: 'البصمة (SHA-256)',
};
