import { useRef } from 'react';
import { Button } from './button.tsx';
import { makeFocusable } from './scroll-area.ts';

/** From this length on, keyboard users are offered a link past the list. */
const LONG_LIST = 8;

/** A scrolling list with a control in every row; keyboard users can skip it (WCAG 2.4.1). */
export function SkippableList({
  length,
  skipLabel,
  label,
  className,
  children,
}: {
  readonly length: number;
  readonly skipLabel: string;
  readonly label?: string;
  readonly className: string;
  readonly children: React.ReactNode;
}) {
  const end = useRef<HTMLDivElement>(null);
  return (
    <div>
      {length > LONG_LIST && (
        <Button
          variant="secondary"
          size="small"
          className="not-focus-visible:sr-only"
          onClick={() => end.current?.focus()}
        >
          {skipLabel}
        </Button>
      )}
      <ul ref={makeFocusable} aria-label={label} className={className}>
        {children}
      </ul>
      <div ref={end} tabIndex={-1} className="outline-none" />
    </div>
  );
}
