/** What of the Web Speech API is used here; browsers that have it may lack the part for recognition on the device. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  start(): void;
  stop(): void;
}
interface RecognitionClass {
  new (): Recognition;
  available?(wish: { langs: string[]; processLocally: boolean }): Promise<string>;
}
interface SpeechEvent extends Event {
  readonly resultIndex: number;
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>;
}
type ReportLanguage = 'tr' | 'en';
const LOCALES = { tr: 'tr-TR', en: 'en-GB' } as const satisfies Record<ReportLanguage, string>;

const classOf = (scope: object): RecognitionClass | undefined =>
  (scope as { SpeechRecognition?: RecognitionClass }).SpeechRecognition;

/** Whether the browser can be asked at all. Asking is left for the press of the button: a browser without its part for speech may die of it. */
export const mayDictate = (scope: object = globalThis): boolean => typeof classOf(scope)?.available === 'function';

/**
 * Whether the browser turns speech of this language into text on this device. What is dictated is health data: a browser that
 * would send it to its maker is not asked (docs/decisions/0248).
 */
export async function canDictate(language: ReportLanguage, scope: object = globalThis): Promise<boolean> {
  try {
    const found = await classOf(scope)?.available?.({ langs: [LOCALES[language]], processLocally: true });
    return found === 'available';
  } catch {
    return false;
  }
}

/** Listens until it is stopped; each sentence is told once, when the browser is sure of it. */
export function dictate(
  language: ReportLanguage,
  { onText, onEnd }: { onText: (text: string) => void; onEnd: (error: string | null) => void },
  scope: object = globalThis,
): { stop: () => void } {
  const Speech = classOf(scope);
  if (!Speech) throw new Error('this browser does not turn speech into text');
  const recognition = new Speech();
  let error: string | null = null;
  recognition.lang = LOCALES[language];
  recognition.continuous = true;
  recognition.interimResults = false;
  recognition.processLocally = true;
  recognition.addEventListener('result', (event) => {
    const { results, resultIndex } = event as SpeechEvent;
    for (const result of Array.from(results).slice(resultIndex))
      if (result.isFinal) onText(result[0]?.transcript.trim() ?? '');
  });
  recognition.addEventListener('error', (event) => {
    error = (event as Event & { error?: string }).error ?? 'unknown';
  });
  // Silence is no failure, and neither is the own stop.
  recognition.addEventListener('end', () => onEnd(error === 'no-speech' || error === 'aborted' ? null : error));
  recognition.start();
  return { stop: () => recognition.stop() };
}

/** Dictated words go to the end, as a sentence of their own line where the text ends with one. */
export function withDictated(text: string, said: string): string {
  if (said === '') return text;
  if (text === '' || /\s$/.test(text)) return `${text}${said}`;
  return `${text} ${said}`;
}
