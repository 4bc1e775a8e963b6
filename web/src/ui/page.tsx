import { classes } from '../lib/class-names.ts';
import { useInterfaceTexts } from '../lib/messages.tsx';
import { keepFocus } from './focus/kept-focus.ts';

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

/** The only <main> of a page; static pages, which have no React, look after the focus in their enhancements. */
export function Content({ className, children }: { readonly className?: string; readonly children: React.ReactNode }) {
  return (
    <main ref={keepFocus} id="content" tabIndex={-1} className={classes('outline-none', className)}>
      {children}
    </main>
  );
}

/** A link within a sentence. */
export const linkClasses = 'font-medium text-signal underline underline-offset-3 hover:text-signal-strong';
