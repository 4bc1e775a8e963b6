/** The LISTEN of the database. */
interface Announcements {
  listen(
    channel: string,
    announced: { onPayload: (payload: string) => void; onGap: () => void },
  ): Promise<() => Promise<void>>;
}

interface Listener<Change> {
  onChange: (change: Change) => void;
  /** Changes may have been missed, so everything shown must be fetched again. */
  onGap: () => void;
}

/**
 * Notifies listeners of changes. Changes are announced through the database at commit, so that a page connected to one
 * process also learns of work in others. `whoHears` returns the keys of the listeners for a change.
 */
export function createChangeEvents<Change>(
  announcements: Announcements,
  channel: string,
  whoHears: (change: Change) => readonly string[],
) {
  const listeners = new Map<string, Set<Listener<Change>>>();
  let stopListening: (() => Promise<void>) | undefined;

  return {
    async start(): Promise<void> {
      stopListening = await announcements.listen(channel, {
        onPayload: (payload) => {
          const change = JSON.parse(payload) as Change;
          for (const key of whoHears(change))
            for (const listener of [...(listeners.get(key) ?? [])]) listener.onChange(change);
        },
        onGap: () => {
          for (const own of [...listeners.values()]) for (const listener of [...own]) listener.onGap();
        },
      });
    },
    async stop(): Promise<void> {
      await stopListening?.();
      listeners.clear();
    },
    /** Returns a function that unsubscribes. */
    subscribe(key: string, listener: Listener<Change>): () => void {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(key);
      };
    },
  };
}
