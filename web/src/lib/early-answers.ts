/** An answer that was asked for before the code of the page was there. */
interface Early {
  /** Its texts are in this language. */
  readonly language: string;
  /** Undefined if it was refused or never came. */
  readonly answer: Promise<Response | undefined>;
}

declare global {
  /** By address. Set by `src/early`, a module of its own that runs before all others. */
  var earlyAnswers: Map<string, Early> | undefined;
}

/** Gives the answer to whoever asks first: what is asked again later may have changed. */
export function takeEarly(url: string, language: string): Promise<Response | undefined> | undefined {
  const early = globalThis.earlyAnswers?.get(url);
  globalThis.earlyAnswers?.delete(url);
  return early?.language === language ? early.answer : undefined;
}
