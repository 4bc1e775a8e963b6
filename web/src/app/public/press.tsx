import { Newspaper, Rss, Share2 } from 'lucide-react';
import { STATIC_PAGE } from '../../static-page.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PageMeta } from './page-meta.tsx';

export const handle = STATIC_PAGE;

const FEED = '/press/feed.xml';

/** The press releases: frame and states; enhance/press.ts loads the releases and fills them in. */
export default function Press() {
  return (
    <div data-enhance="press" className="mx-auto max-w-7xl px-5 py-10 md:py-16">
      <PageMeta
        path="/press"
        title="Press releases – DUAI"
        description="Press releases of DUAI: AI-powered diagnostics, the DuaiCheck trial for radiology departments, and the second-opinion service."
        image="press"
      />
      <link rel="alternate" type="application/atom+xml" title="DUAI press releases" href={FEED} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 border-b border-ink pb-6">
        <h1 className="font-serif text-[clamp(2.2rem,5vw,3.25rem)] leading-[1.1] font-semibold tracking-tight">
          Press releases
        </h1>
        <a href={FEED} className={`${linkClasses} inline-flex min-h-8 items-center gap-2 text-sm`}>
          <Rss aria-hidden className="size-4" />
          Subscribe by feed
        </a>
      </div>
      <div className="min-h-80">
        <div data-press="loading" className="min-h-dvh py-16 text-center noscript:hidden">
          <Spinner label="Loading press releases" />
        </div>
        <ol data-press="list" hidden>
          <template>
            <li
              data-field="release"
              className="scroll-mt-6 border-b border-grey-2 py-9 aria-[current=true]:-mx-5 aria-[current=true]:border-s-3 aria-[current=true]:border-s-signal aria-[current=true]:bg-signal-soft aria-[current=true]:px-5"
            >
              <article className="grid gap-x-16 gap-y-1 lg:grid-cols-[18rem_minmax(0,42rem)]">
                <time data-field="date" className="text-sm text-grey-4 tabular-nums lg:pt-2" />
                <div className="min-w-0">
                  <h2 className="font-serif text-2xl font-semibold wrap-anywhere">
                    <a
                      data-field="link"
                      href="/press"
                      className="no-underline underline-offset-4 hover:text-signal-strong hover:underline"
                    >
                      <span data-field="title" />
                    </a>
                  </h2>
                  <div data-field="content" className="legal-text mt-3 text-grey-5 wrap-anywhere" />
                  <a
                    data-field="share"
                    href="https://www.linkedin.com/sharing/share-offsite/"
                    target="_blank"
                    rel="noopener noreferrer"
                    className={buttonClasses('secondary', 'small', 'mt-3')}
                  >
                    <Share2 aria-hidden className="size-4" />
                    Share on LinkedIn
                  </a>
                </div>
              </article>
            </li>
          </template>
        </ol>
        <div data-press="empty" hidden className="py-16 text-center">
          <Newspaper aria-hidden className="mx-auto size-10 text-signal" strokeWidth={1.25} />
          <p className="mt-4 font-serif text-xl font-semibold">No press releases available at this time.</p>
          <p className="mt-1 text-grey-4">Check back soon for updates.</p>
          <button type="button" data-press="retry" hidden className={buttonClasses('quiet', 'small', 'mt-4')}>
            Try again
          </button>
        </div>
        <noscript>
          <p className="py-16 text-center">
            The releases are loaded by a script. Without scripts, read them in the{' '}
            <a href={FEED} className={linkClasses}>
              feed
            </a>
            .
          </p>
        </noscript>
      </div>
      <a href="/" className={buttonClasses('secondary', 'medium', 'mt-8')}>
        Back to home
      </a>
    </div>
  );
}
