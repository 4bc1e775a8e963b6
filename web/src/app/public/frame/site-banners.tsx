import { press } from '@duai/contract';
import { X } from 'lucide-react';
import { buttonClasses } from '../../../ui/button.tsx';
import { linkClasses } from '../../../ui/page.tsx';
import { label, say } from '../landing-text.ts';

/**
 * The current announcement, above everything else. The server writes it into the page (server/src/http/news-place.ts), so
 * that nothing shifts when it appears; hidden if there is none or the reader closed it (enhance/news-banner.ts).
 */
export function NewsBanner() {
  return (
    <aside
      data-enhance="news-banner"
      {...label('news.name')}
      hidden
      className="news-banner relative z-40 bg-[#000] py-1.5 text-sm text-[#fff] print:hidden"
    >
      <div className="mx-auto flex max-w-6xl items-center gap-3 px-5">
        <p className="min-w-0 flex-1 text-center wrap-anywhere">
          <span data-news-title dir="auto">
            {press.ANNOUNCEMENT_PLACE.title}
          </span>{' '}
          <a
            href={press.ANNOUNCEMENT_PLACE.linkUrl}
            dir="auto"
            className="news-link inline-flex min-h-6 items-center font-semibold underline underline-offset-3 hover:no-underline focus-visible:outline-[#fff]"
          >
            {press.ANNOUNCEMENT_PLACE.linkText}
          </a>
        </p>
        <button
          type="button"
          {...label('news.close')}
          className="inline-grid size-8 shrink-0 place-items-center rounded text-[#fff] hover:bg-[#333] focus-visible:outline-[#fff]"
        >
          <X aria-hidden className="size-4.5" />
        </button>
      </div>
    </aside>
  );
}

/** Asks once which cookies are allowed; refusing is as easy as accepting (enhance/cookie-banner.ts). */
export function CookieBanner() {
  return (
    <section
      data-enhance="cookie-banner"
      {...label('cookieBanner.name')}
      hidden
      className="fixed inset-x-0 bottom-0 z-40 border-t border-grey-3 bg-surface py-3 text-sm text-ink shadow-float print:hidden"
    >
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-3 px-5">
        <p className="min-w-0 flex-1 basis-72 text-grey-5">
          <span {...say('cookieBanner.question')} />{' '}
          <a href="/cookie-policy#choice" className={linkClasses} {...say('cookieBanner.detail')} />
        </p>
        <div className="flex flex-1 flex-wrap gap-3 sm:flex-none">
          {(['reject', 'accept'] as const).map((answer) => (
            <button
              key={answer}
              type="button"
              data-cookie-answer={answer}
              className={buttonClasses('secondary', 'medium', 'flex-1 sm:min-w-32')}
              {...say(`cookieBanner.${answer}`)}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
