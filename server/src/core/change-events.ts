/** Where changes are announced: LISTEN of the database. */
interface Announcements {
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
}

/**
 * Who is told when something changed. Changes are announced through the database at commit, so a page that hangs on
 * one process hears of work done in another. `whoHears` reads the listener's key from the announced change (JSON).
 */
export function createChangeEvents<Change>(
  announcements: Announcements,
  channel: string,
  whoHears: (change: Change) => string,
) {
  type Listener = (change: Change) => void;
  const listeners = new Map<string, Set<Listener>>();
  let stopListening: (() => Promise<void>) | undefined;

  return {
    async start(): Promise<void> {
      stopListening = await announcements.listen(channel, (payload) => {
        const change = JSON.parse(payload) as Change;
        for (const listener of listeners.get(whoHears(change)) ?? []) listener(change);
      });
    },
    async stop(): Promise<void> {
      await stopListening?.();
      listeners.clear();
    },
    /** Returns the way to unsubscribe. */
    subscribe(key: string, listener: Listener): () => void {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(key);
      };
    },
  };
}
