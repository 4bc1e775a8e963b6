import { LoaderCircle } from 'lucide-react';
import { classes } from '../lib/class-names.ts';

export function SpinnerIcon({ className }: { readonly className?: string }) {
  return <LoaderCircle aria-hidden className={classes('size-[1.1em] shrink-0 animate-spin-slow', className)} />;
}

/** A wait with its name; screen readers hear it. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <div role="status" className="inline-flex items-center gap-3 text-grey-4">
      <SpinnerIcon className="text-signal" />
      <span>{label}</span>
    </div>
  );
}

/** A grey shape in the place and size of what is coming. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classes('animate-breathe rounded bg-grey-2', className)} />;
}
