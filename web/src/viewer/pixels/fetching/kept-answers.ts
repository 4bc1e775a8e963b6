interface Kept<Answer> {
  readonly answer: Promise<Answer>;
  readonly controller: AbortController;
  waiting: number;
  isHere: boolean;
}

/**
 * Answers that several parts of a page ask for: each is fetched once and kept. A fetch ends when nobody waits for it any more;
 * one that failed is tried again by whoever asks next.
 */
export function createKeptAnswers<Answer>(fetch: (key: string, signal: AbortSignal) => Promise<Answer>) {
  const kept = new Map<string, Kept<Answer>>();

  function begin(key: string): Kept<Answer> {
    const controller = new AbortController();
    const entry: Kept<Answer> = { answer: fetch(key, controller.signal), controller, waiting: 0, isHere: false };
    kept.set(key, entry);
    entry.answer.then(
      () => {
        entry.isHere = true;
      },
      () => kept.get(key) === entry && kept.delete(key),
    );
    return entry;
  }

  return async (key: string, signal: AbortSignal): Promise<Answer> => {
    signal.throwIfAborted();
    const mine = kept.get(key) ?? begin(key);
    mine.waiting += 1;
    const leave = () => {
      mine.waiting -= 1;
      if (mine.waiting > 0 || mine.isHere) return;
      if (kept.get(key) === mine) kept.delete(key);
      mine.controller.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await mine.answer;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };
}
