import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type PageStep, stepsByCursor, stepsOf } from '../lib/counted.ts';
import { useInterfaceTexts } from '../lib/messages.tsx';
import { IconButton } from './button.tsx';

/** Pages count from 1. Shows nothing if there is only one page. */
export function Pagination({
  page,
  total,
  onChange,
}: {
  readonly page: number;
  readonly total: number;
  readonly onChange: (page: number) => void;
}) {
  const texts = useInterfaceTexts();
  if (total <= 1) return null;
  return (
    <Steps
      text={texts.pageOf({ page, total })}
      onPrevious={page > 1 && (() => onChange(page - 1))}
      onNext={page < total && (() => onChange(page + 1))}
    />
  );
}

/** Pagination for a list that the server counts up to a limit and then continues by cursor. */
export function ListPages({
  at,
  found,
  perPage,
  onChange,
}: {
  readonly at: PageStep;
  readonly found: { readonly total: number; readonly next: string | null; readonly previous: string | null };
  readonly perPage: number;
  readonly onChange: (step: PageStep) => void;
}) {
  const texts = useInterfaceTexts();
  const { numbered, isCounted, next, previous } = stepsOf(at, found, perPage);
  if (numbered <= 1) return null;
  return (
    <Steps
      text={isCounted ? texts.pageOf({ page: at.page, total: numbered }) : texts.pageNumber({ page: at.page })}
      onPrevious={previous !== null && (() => onChange(previous))}
      onNext={next !== null && (() => onChange(next))}
    />
  );
}

/** The same for a list that nobody counts. */
export function CursorPages({
  at,
  found,
  onChange,
}: {
  readonly at: PageStep;
  readonly found: { readonly next: string | null; readonly previous: string | null };
  readonly onChange: (step: PageStep) => void;
}) {
  const texts = useInterfaceTexts();
  const { next, previous } = stepsByCursor(at, found);
  if (next === null && previous === null) return null;
  return (
    <Steps
      text={texts.pageNumber({ page: at.page })}
      onPrevious={previous !== null && (() => onChange(previous))}
      onNext={next !== null && (() => onChange(next))}
    />
  );
}

function Steps({
  text,
  onPrevious,
  onNext,
}: {
  readonly text: string;
  readonly onPrevious: false | (() => void);
  readonly onNext: false | (() => void);
}) {
  const texts = useInterfaceTexts();
  return (
    <nav className="flex items-center justify-center gap-3" aria-label={text}>
      <IconButton label={texts.previousPage} disabled={!onPrevious} onClick={onPrevious || undefined}>
        <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" />
      </IconButton>
      <span className="text-sm tabular-nums">{text}</span>
      <IconButton label={texts.nextPage} disabled={!onNext} onClick={onNext || undefined}>
        <ChevronRight aria-hidden className="size-5 rtl:-scale-x-100" />
      </IconButton>
    </nav>
  );
}
