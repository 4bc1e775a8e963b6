import type { createToastStore, ToastContent } from '../../../lib/toasts.ts';

/**
 * One lasting toast for something that is tried again and again: shown when it fails for the first time or for another reason,
 * or when another toast has taken its place; closed when it succeeds.
 */
export function createRepeatedToast(store: Pick<ReturnType<typeof createToastStore>, 'entries' | 'show' | 'dismiss'>) {
  let shown: { readonly id: number; readonly reason: string } | undefined;
  return {
    failed(reason: string, content: ToastContent): void {
      const isThere = shown?.reason === reason && store.entries().some(({ id }) => id === shown?.id);
      if (!isThere) shown = { reason, id: store.show({ ...content, isLasting: true }) };
    },
    over(): void {
      if (shown) store.dismiss(shown.id);
      shown = undefined;
    },
  };
}
