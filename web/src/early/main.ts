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

/** Undefined where it was refused or never came: the page then asks for itself, and tells what is wrong. */
async function ask(path: string, headers: Record<string, string> = {}) {
  try {
    const answer = await fetch(path, { headers: { 'accept-language': language, ...headers }, credentials: 'include' });
    return answer.ok ? { answer, octets: await answer.arrayBuffer() } : undefined;
  } catch {
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
  const asked = ask(path, headers);
  early.set(path, { language, answer: asked.then((one) => one && new Response(one.octets, one.answer)) });
  return asked.then((one) => one?.octets);
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
