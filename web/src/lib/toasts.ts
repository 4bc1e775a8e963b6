import { TOAST } from '@duai/contract';

export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  readonly tone?: 'neutral' | 'success' | 'destructive';
  /** It does not close by itself: what it tells of is not over. */
  readonly isLasting?: boolean;
}
export interface ToastEntry extends ToastContent {
  readonly id: number;
  readonly isOpen: boolean;
}

/**
 * The toasts of the page (specification, section 9): one at a time, so a new toast replaces the old one. Closed toasts are
 * kept for 1,000,000 ms, so that closing is animated without shifts, and are then removed.
 */
export function createToastStore() {
  let entries: readonly ToastEntry[] = [];
  let nextId = 1;
  const removals = new Map<number, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();
  const set = (next: readonly ToastEntry[]) => {
    entries = next;
    for (const listener of listeners) listener();
  };
  const remove = (id: number) => {
    removals.delete(id);
    set(entries.filter((entry) => entry.id !== id));
  };
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    entries: () => entries,
    show(content: ToastContent): number {
      const id = nextId++;
      set([{ ...content, id, isOpen: true }, ...entries].slice(0, TOAST.limit));
      return id;
    },
    dismiss(id: number): void {
      if (!entries.some((entry) => entry.id === id && entry.isOpen)) return;
      set(entries.map((entry) => (entry.id === id ? { ...entry, isOpen: false } : entry)));
      removals.set(
        id,
        setTimeout(() => remove(id), TOAST.removeMs),
      );
    },
  };
}

export const toasts = createToastStore();
export const showToast = (content: ToastContent): number => toasts.show(content);
