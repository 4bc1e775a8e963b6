import { LoaderCircle } from 'lucide-react';
import { classes } from '../lib/class-names.ts';

export function SpinnerIcon({ className }: { readonly className?: string }) {
  return <LoaderCircle aria-hidden className={classes('size-[1.1em] shrink-0 animate-spin-slow', className)} />;
}

/** A spinner with a label that screen readers announce. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <div role="status" className="inline-flex items-center gap-3 text-grey-4">
      <SpinnerIcon className="text-signal" />
      <span>{label}</span>
    </div>
  );
}

/** A grey placeholder in the position and size of the coming content. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classes('animate-breathe rounded bg-grey-2', className)} />;
}
