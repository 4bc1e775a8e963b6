import { Progress as RadixProgress } from 'radix-ui';
import { useEffect, useRef } from 'react';

/** Progress: `share` from 0 to 1, or null if unknown. */
export function Progress({ label, share }: { readonly label: string; readonly share: number | null }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    bar.current?.style.setProperty('--share', String(share ?? 0));
  }, [share]);
  return (
    <RadixProgress.Root
      aria-label={label}
      value={share === null ? null : Math.round(share * 100)}
      className="h-2 overflow-hidden rounded-full bg-grey-2"
    >
      <RadixProgress.Indicator
        ref={bar}
        className="h-full w-full origin-left scale-x-(--share) bg-signal transition-transform data-[state=indeterminate]:animate-breathe data-[state=indeterminate]:scale-x-100 rtl:origin-right"
      />
    </RadixProgress.Root>
  );
}
