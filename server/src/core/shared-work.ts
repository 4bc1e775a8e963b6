/**
 * Shares expensive work: one run at a time for each key. Callers that arrive during a run share the next run, so that
 * each gets a result computed after its call, and a hundred open pages cost as much as one. A run whose callers have
 * all left is aborted by its signal.
 */
export function createSharedWork<Result>(run: (key: string, signal: AbortSignal) => Promise<Result>) {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Round<Result>>();

  function begin(key: string): Round<Result> {
    const callers = new Set<symbol>();
    const controller = new AbortController();
    const before = running.get(key) ?? Promise.resolve();
    const result = before.then(() => {
      controller.signal.throwIfAborted();
      waiting.delete(key);
      return run(key, controller.signal);
    });
    const ended = result.catch(() => {});
    running.set(key, ended);
    void ended.then(() => running.get(key) === ended && running.delete(key));
    return { callers, controller, result };
  }

  return async function ask(key: string, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const round = waiting.get(key) ?? begin(key);
    waiting.set(key, round);
    const caller = Symbol();
    round.callers.add(caller);
    const leave = () => {
      round.callers.delete(caller);
      if (round.callers.size > 0) return;
      round.controller.abort(signal.reason);
      if (waiting.get(key) === round) waiting.delete(key);
    };
    signal.addEventListener('abort', leave);
    try {
      return await round.result;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };
}

interface Round<Result> {
  callers: Set<symbol>;
  controller: AbortController;
  result: Promise<Result>;
}
