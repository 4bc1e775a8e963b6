import type { LucideIcon } from 'lucide-react';
import { classes } from '../lib/class-names.ts';

export type BadgeTone = 'blue' | 'yellow' | 'green' | 'red' | 'grey' | 'orange' | 'signal';

const TONES: Record<BadgeTone, string> = {
  blue: 'bg-blue-soft text-blue',
  yellow: 'bg-yellow-soft text-yellow',
  green: 'bg-green-soft text-green',
  red: 'bg-red-soft text-red',
  orange: 'bg-orange-soft text-orange',
  grey: 'bg-grey-1 text-grey-5',
  signal: 'bg-signal-soft text-signal-strong',
};

/** A state in one word, with an icon, because colour alone must not carry meaning. */
export function Badge({
  tone,
  icon: Icon,
  className,
  children,
}: {
  readonly tone: BadgeTone;
  readonly icon?: LucideIcon;
  readonly className?: string;
  readonly children: React.ReactNode;
}) {
  return (
    <span
      data-tone={tone}
      className={classes(
        'inline-flex items-center gap-1.5 rounded px-2 py-0.5 text-sm font-semibold whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </span>
  );
}
