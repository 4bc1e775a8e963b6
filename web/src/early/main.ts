import { storedLanguage } from '../lib/language.ts';
import { askFirst } from './first-calls.ts';

declare global {
  /** The files with the texts of the console, written into the page by the build (finish-static-pages.ts). */
  var textFiles: Readonly<Record<'tr' | 'en', readonly string[]>> | undefined;
}

/** Whoever loads so long asks anew. */
const KEPT_MS = 20_000;

const language = languageOfConsole();
const early = new Map<string, { language: string; answer: Promise<Response | undefined> }>();
globalThis.earlyAnswers = early;

async function ask(path: string, headers: Record<string, string> = {}): Promise<Response | undefined> {
  try {
    const answer = await fetch(path, { headers: { 'accept-language': language, ...headers }, credentials: 'include' });
    return answer.ok ? new Response(await answer.arrayBuffer(), answer) : undefined;
  } catch {
    // The page asks for itself, and tells what is wrong.
    return undefined;
  }
}

// Their code asks for the texts once it is there; they may come meanwhile.
if (window.location.pathname.startsWith('/console/'))
  for (const href of globalThis.textFiles?.[language] ?? []) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
    document.head.append(link);
  }
void askFirst(window.location.pathname, (path, headers) => {
  const answer = ask(path, headers);
  early.set(path, { language, answer: answer.then((one) => one?.clone()) });
  return answer;
});
setTimeout(() => early.clear(), KEPT_MS);

/** English or Turkish. This may run before `before-paint.js` gives a browser that denies storage one that forgets. */
function languageOfConsole(): 'tr' | 'en' {
  try {
    return storedLanguage() === 'tr' ? 'tr' : 'en';
  } catch {
    return 'en';
  }
}
