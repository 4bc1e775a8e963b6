import { z } from 'zod';
import { FILE_REFUSAL_CODES, FILE_REFUSALS, type FileRefusalCode } from '../cases/file-refusals.ts';
import type { Language, Translated } from '../values/languages.ts';

/** Images that came to no picture through a failure of ours. They are stored whole. */
const OUR_FAILURES = {
  NOT_PROCESSED_YET: {
    tr: 'Görüntü henüz işlenemedi. Bu bizim hatamız; dosyanız güvende ve sorunlu olduğu anlamına gelmez.',
    en: 'The image could not be processed yet. This is our failure; the file is stored and is not at fault.',
    ar: 'تعذّرت معالجة الصورة حتى الآن. هذا خلل من جانبنا؛ الملف محفوظ ولا يعني ذلك أنه معيب.',
  },
  SET_ASIDE: {
    tr: 'Görüntü işlenemedi ve değerlendirmeye onsuz devam edildi. Bu bizim hatamız; dosyanız güvende.',
    en: 'The image could not be processed, and the evaluation went on without it. This is our failure; the file is stored.',
    ar: 'تعذّرت معالجة الصورة واستمر التقييم من دونها. هذا خلل من جانبنا؛ الملف محفوظ.',
  },
} as const satisfies Record<string, Translated>;

/** What its sender can do about an image that is not shown. */
const ADVICE = {
  copyAgain: {
    tr: 'Dosyayı kaynağından (disk veya hastane) yeniden kopyalayıp bir kez daha yükleyin.',
    en: 'Copy the file again from its source (disc or hospital) and upload it once more.',
    ar: 'انسخ الملف مجددًا من مصدره (القرص أو المستشفى) وارفعه مرة أخرى.',
  },
  otherForm: {
    tr: 'Görüntüleri aldığınız yerden bu görüntünün yaygın bir DICOM biçiminde yeni bir kopyasını isteyin.',
    en: 'Ask where the images come from for a new copy of it in a common DICOM form.',
    ar: 'اطلب من الجهة التي حصلت منها على الصور نسخة جديدة بصيغة DICOM شائعة.',
  },
  wait: {
    tr: 'Bir şey yapmanız gerekmez: ekibimiz yeniden deneyecek.',
    en: 'There is nothing that you have to do: our team will try again.',
    ar: 'لا يلزمك فعل شيء: سيعيد فريقنا المحاولة.',
  },
  sendAgain: {
    tr: 'Görüntünün değerlendirilmesini istiyorsanız aynı dosyayı yeniden yükleyin.',
    en: 'If the image should be evaluated, upload the same file again.',
    ar: 'إذا أردت تقييم الصورة فارفع الملف نفسه مجددًا.',
  },
} as const satisfies Record<string, Translated>;

export type ImageProblemCode = FileRefusalCode | keyof typeof OUR_FAILURES;
export const IMAGE_PROBLEM_CODES = [...FILE_REFUSAL_CODES, 'NOT_PROCESSED_YET', 'SET_ASIDE'] as const;

/** Copying cannot help where the file is whole and of a form that is not taken. */
const OTHER_FORM: readonly ImageProblemCode[] = [
  'TRANSFER_SYNTAX_NOT_SUPPORTED',
  'TOO_MANY_PIXELS',
  'TOO_MANY_FRAMES',
  'NESTING_TOO_DEEP',
  'CHARSET_NOT_SUPPORTED',
];

/** Why an image of a case or study is not shown, whose failure that is, and what to do, in the reader's language. */
export const imageProblemSchema = z.object({
  code: z.enum(IMAGE_PROBLEM_CODES),
  /** Whether the file is well and we failed. */
  isOurs: z.boolean(),
  message: z.string(),
  advice: z.string(),
});
export type ImageProblem = z.infer<typeof imageProblemSchema>;

export function describeImageProblem(code: ImageProblemCode, language: Language): ImageProblem {
  const isOurs = code === 'NOT_PROCESSED_YET' || code === 'SET_ASIDE';
  const message = (isOurs ? OUR_FAILURES[code] : FILE_REFUSALS[code])[language];
  return { code, isOurs, message, advice: ADVICE[adviceFor(code)][language] };
}

function adviceFor(code: ImageProblemCode): keyof typeof ADVICE {
  if (code === 'NOT_PROCESSED_YET') return 'wait';
  if (code === 'SET_ASIDE') return 'sendAgain';
  return OTHER_FORM.includes(code) ? 'otherForm' : 'copyAgain';
}
