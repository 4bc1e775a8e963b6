import { storedLanguage } from '../lib/language.ts';
import { askFirst, showsImages } from './first-calls.ts';

declare global {
  /** Written into the page by the build (finish-static-pages.ts). */
  var pageFiles: {
    /** Of every page of the apps. */
    readonly modules: readonly string[];
    /** Of the console, in each language. */
    readonly texts: Readonly<Record<'tr' | 'en', readonly string[]>>;
  };
}

/** Whoever loads so long asks anew. */
const KEPT_MS = 20_000;

/** Of the console: English or Turkish. */
const language = storedLanguage() === 'tr' ? 'tr' : 'en';
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

// Before the modules: a browser has six connections to a server, and gives them to who asks first.
void askFirst(window.location.pathname, (path, headers) => {
  const asked = ask(path, headers);
  early.set(path, { language, answer: asked.then((one) => one && readyResponse(one)) });
  return asked.then((one) => one?.octets);
});
// The code of the console asks for its texts once it is there; they may come meanwhile.
const { modules, texts } = globalThis.pageFiles;
const isConsole = window.location.pathname.startsWith('/console/');
for (const href of new Set([...modules, ...(isConsole ? texts[language] : [])]))
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
// After all of them have been asked for.
if (showsImages(window.location.pathname)) setTimeout(prepareToDraw);
setTimeout(() => early.clear(), KEPT_MS);

/** Its content is here: to read it takes no turn behind the code of the page. */
function readyResponse({ answer, octets }: { answer: Response; octets: ArrayBuffer }): Response {
  return Object.assign(new Response(octets, answer), {
    json: async () => JSON.parse(new TextDecoder().decode(octets)),
    arrayBuffer: async () => octets,
  });
}

/**
 * What the browser makes once for a page, while this one waits for its code: the first canvas waits for the process that draws,
 * 10 to 80 ms where only software does; the first figure for the numbers of its language, 10 to 20 ms.
 */
function prepareToDraw(): void {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true, alpha: false });
  context?.putImageData(context.createImageData(1, 1), 0, 0);
  new Intl.NumberFormat(language).format(1);
}
