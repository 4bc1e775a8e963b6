import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useInterfaceTexts } from '../lib/messages.tsx';
import { IconButton } from './button.tsx';

/** Pages count from 1. Shows nothing where there is one page. */
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
    <nav className="flex items-center justify-center gap-3" aria-label={texts.pageOf({ page, total })}>
      <IconButton label={texts.previousPage} disabled={page <= 1} onClick={() => onChange(page - 1)}>
        <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" />
      </IconButton>
      <span className="text-sm tabular-nums">{texts.pageOf({ page, total })}</span>
      <IconButton label={texts.nextPage} disabled={page >= total} onClick={() => onChange(page + 1)}>
        <ChevronRight aria-hidden className="size-5 rtl:-scale-x-100" />
      </IconButton>
    </nav>
  );
}
