import { CATEGORY_TEXTS } from '../../../content/cookies.ts';
import { COOKIE_CATEGORIES } from '../../../lib/cookie-choice.ts';
import { buttonClasses } from '../../../ui/button.tsx';

/** The cookie choice by category; enhance/cookie-choice.ts fills in and stores it. */
export function CookieChoiceForm() {
  return (
    <form data-enhance="cookie-choice" className="rounded border border-grey-2 bg-surface p-5 sm:p-6">
      <fieldset className="min-w-0 wrap-anywhere noscript:hidden">
        <legend className="sr-only">Cookies you allow</legend>
        <div className="grid gap-4">
          {COOKIE_CATEGORIES.map((category) => (
            <label
              key={category}
              className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 border-b border-grey-2 pb-4 last:border-0 last:pb-0"
            >
              <input
                type="checkbox"
                name={category}
                defaultChecked={category === 'essential'}
                disabled={category === 'essential'}
                className="mt-0.5 size-5 accent-(--signal)"
              />
              <span>
                <span className="font-semibold">{CATEGORY_TEXTS[category].name}</span>
                {category === 'essential' && <span className="ms-2 text-sm text-grey-4">always on</span>}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mt-6 flex flex-wrap gap-3 noscript:hidden">
        <button type="submit" className={buttonClasses('secondary')}>
          Save my choice
        </button>
        <button type="button" data-cookie-answer="reject" className={buttonClasses('secondary')}>
          Reject all
        </button>
        <button type="button" data-cookie-answer="accept" className={buttonClasses('secondary')}>
          Accept all
        </button>
      </div>
      <p role="status" className="-mb-2 mt-2 min-h-6 text-sm text-grey-4 noscript:hidden" />
      <noscript>
        <p>Without scripts there is nothing to choose: no more than the essential is stored.</p>
      </noscript>
    </form>
  );
}
