import { TOAST } from '@duai/contract';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { classes } from '../lib/class-names.ts';
import { useTextsBesideThePage } from '../lib/messages.tsx';
import { type ToastEntry, toasts } from '../lib/toasts.ts';

const TONES = {
  neutral: { icon: Info, frame: 'border-s-signal', mark: 'text-signal' },
  success: { icon: CircleCheck, frame: 'border-s-green', mark: 'text-green' },
  destructive: { icon: CircleAlert, frame: 'border-s-red-strong', mark: 'text-red' },
} as const;

const none: readonly ToastEntry[] = [];

/** The notifications of the page: closed after 5000 ms, unless they last, or by a swipe of 50 px to the right; F8 moves the focus to them. */
export function Toasts() {
  const entries = useSyncExternalStore(toasts.subscribe, toasts.entries, () => none);
  const texts = useTextsBesideThePage();
  return (
    <Toast.Provider swipeDirection="right" swipeThreshold={TOAST.swipeThresholdPx} label={texts.notifications}>
      {entries.map((entry) => {
        const tone = TONES[entry.tone ?? 'neutral'];
        const Icon = tone.icon;
        return (
          <Toast.Root
            key={entry.id}
            open={entry.isOpen}
            duration={entry.isLasting ? Number.POSITIVE_INFINITY : TOAST.autoCloseMs}
            onOpenChange={(isOpen) => !isOpen && toasts.dismiss(entry.id)}
            data-tone={entry.tone ?? 'neutral'}
            className={classes(
              'flex animate-rise items-start gap-3 rounded border border-s-4 border-grey-2 bg-surface p-4 text-ink shadow-float',
              'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:opacity-0 data-[swipe=cancel]:translate-x-0',
              tone.frame,
            )}
          >
            <Icon aria-hidden className={classes('mt-0.5 size-5 shrink-0', tone.mark)} />
            <div className="min-w-0 grow">
              <Toast.Title className="font-semibold">{entry.title}</Toast.Title>
              {entry.description && (
                <Toast.Description className="mt-0.5 text-[0.95em] text-grey-5">{entry.description}</Toast.Description>
              )}
            </div>
            <Toast.Close
              aria-label={texts.close}
              className="-m-1.5 grid size-8 shrink-0 pointer-coarse:-m-3 pointer-coarse:size-11 place-items-center rounded text-grey-4 hover:bg-grey-1 hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </Toast.Close>
          </Toast.Root>
        );
      })}
      <Toast.Viewport
        data-toasts=""
        hotkey={[TOAST.hotkey]}
        label={`${texts.notifications} ({hotkey})`}
        className="fixed end-0 bottom-0 z-50 m-0 flex w-full max-w-md list-none flex-col gap-2 p-4 outline-none print:hidden"
      />
    </Toast.Provider>
  );
}
