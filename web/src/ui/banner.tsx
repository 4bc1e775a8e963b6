import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { classes } from '../lib/class-names.ts';

const TONES = {
  info: { icon: Info, frame: 'bg-signal-soft border-signal text-ink' },
  success: { icon: CircleCheck, frame: 'bg-green-soft border-green text-green' },
  warning: { icon: TriangleAlert, frame: 'bg-orange-soft border-orange-line text-orange' },
  error: { icon: CircleAlert, frame: 'bg-red-soft border-red-strong text-red' },
} as const;

/** A message that stays on the page. Errors are announced to screen readers at once. */
export function Banner({
  tone,
  title,
  className,
  children,
  action,
}: {
  readonly tone: keyof typeof TONES;
  readonly title?: React.ReactNode;
  readonly className?: string;
  readonly children?: React.ReactNode;
  readonly action?: React.ReactNode;
}) {
  const { icon: Icon, frame } = TONES[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      data-tone={tone}
      className={classes('flex items-start gap-x-3 rounded border p-4 sm:gap-x-4', frame, className)}
    >
      <Icon aria-hidden className="mt-[0.15em] size-[1.3em] shrink-0" />
      {/* An action that does not fit beside the text goes below the text, not below the icon. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-40">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className={classes(title ? 'mt-0.5' : null)}>{children}</div>}
        </div>
        {action}
      </div>
    </div>
  );
}
