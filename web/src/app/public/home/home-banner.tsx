import { ArrowUpRight, X } from 'lucide-react';
import { EXTERNAL } from '../../../content/home-page.ts';
import { SiteImage } from '../site-image.tsx';

/** Part 1: ZeroToken. Hidden before the first paint if it was dismissed (src/before-paint.js). */
export function HomeBanner() {
  return (
    <aside aria-label="ZeroToken" className="home-banner bg-signal-strong text-on-signal" data-home-banner>
      <div className="mx-auto flex max-w-7xl items-center gap-x-5 gap-y-2 px-5 py-2 text-sm max-md:flex-wrap">
        <SiteImage name="zerotokenlogo" alt="ZeroToken" width={135} height={32} className="h-5 w-auto" />
        <p className="min-w-0 grow basis-60 max-md:order-last max-md:basis-full">
          It lives in your chat assistant and turns the long thread into the three lines you needed.
        </p>
        <a
          href={EXTERNAL.waitlist}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-8 shrink-0 items-center gap-1 rounded border border-current px-3 font-semibold no-underline hover:underline max-md:ms-auto"
        >
          Join waitlist
          <ArrowUpRight aria-hidden className="size-4" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
        <button
          type="button"
          aria-label="Dismiss the ZeroToken banner"
          data-dismiss
          className="-me-2 grid size-8 shrink-0 place-items-center rounded hover:bg-signal"
        >
          <X aria-hidden className="size-4.5" />
        </button>
      </div>
    </aside>
  );
}
