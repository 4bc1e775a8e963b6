import { classes } from '../lib/class-names.ts';
import { useInterfaceTexts } from '../lib/messages.tsx';

/** The first element that the keyboard reaches on every page. */
export function SkipLink() {
  const texts = useInterfaceTexts();
  return (
    <a
      href="#content"
      className="sr-only rounded bg-surface px-4 py-2 font-semibold text-signal shadow-float focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50"
    >
      {texts.skipToContent}
    </a>
  );
}

/** The only <main> of a page. */
export function Content({
  className,
  children,
  ref,
}: {
  readonly className?: string;
  readonly children: React.ReactNode;
  readonly ref?: React.Ref<HTMLElement>;
}) {
  return (
    <main ref={ref} id="content" tabIndex={-1} className={classes('outline-none', className)}>
      {children}
    </main>
  );
}

/** A link within a sentence. */
export const linkClasses = 'font-medium text-signal underline underline-offset-3 hover:text-signal-strong';
