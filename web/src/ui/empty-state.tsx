import type { LucideIcon } from 'lucide-react';
import { CloudOff } from 'lucide-react';
import { Button } from './button.tsx';

/** 1 if nothing else is on the page. */
type HeadingLevel = 1 | 2;

/** Says that there is nothing yet, and offers the next step. */
export function EmptyState({
  icon: Icon,
  title,
  description,
  action,
  headingLevel = 2,
}: {
  readonly headingLevel?: HeadingLevel;
  readonly icon: LucideIcon;
  readonly title: React.ReactNode;
  readonly description?: React.ReactNode;
  readonly action?: React.ReactNode;
}) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="grid justify-items-center gap-3 rounded border border-dashed border-grey-3 px-6 py-12 text-center">
      <Icon aria-hidden className="size-9 text-signal" strokeWidth={1.5} />
      <Heading className="font-serif text-xl font-semibold">{title}</Heading>
      {description && <p className="max-w-md text-grey-4">{description}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** Says what happened, what is kept and what to do. */
export function ErrorState({
  title,
  description,
  actionLabel,
  onAction,
  headingLevel = 2,
}: {
  readonly headingLevel?: HeadingLevel;
  readonly title: React.ReactNode;
  readonly description?: React.ReactNode;
  readonly actionLabel: string;
  readonly onAction: () => void;
}) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded border border-grey-2 bg-surface px-6 py-12 text-center"
    >
      <CloudOff aria-hidden className="size-9 text-red" strokeWidth={1.5} />
      <Heading className="font-serif text-xl font-semibold">{title}</Heading>
      {description && <p className="max-w-md text-grey-4">{description}</p>}
      <Button variant="secondary" onClick={onAction} className="mt-2">
        {actionLabel}
      </Button>
    </div>
  );
}
