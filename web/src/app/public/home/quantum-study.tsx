import { ArrowUpRight } from 'lucide-react';
import type { ClaimName } from '../../../content/claims.ts';
import { EXTERNAL } from '../../../content/home-page.ts';
import { HOME } from '../../../content/home-rules.ts';
import { QUANTUM_STUDY } from '../../../content/quantum-study.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { ClaimNote, ClaimShown } from '../claim-shown.tsx';

const LANGUAGES = [
  { code: 'en', name: 'English', dir: 'ltr' },
  { code: 'tr', name: 'Türkçe', dir: 'ltr' },
  { code: 'ar', name: 'العربية', dir: 'rtl' },
] as const;

const FIGURES: readonly ClaimName[] = ['quantumPredictability', 'quantumMachines', 'quantumShots', 'quantumConversion'];

/** Part 9: the second initiative. English is shown until another language is chosen. */
export function QuantumStudy() {
  return (
    <section
      id="quantact"
      aria-labelledby="quantact-heading"
      className="home-section with-drawing quantact-ground"
      data-reveal={HOME.revealThresholds.tall}
    >
      <div className="mx-auto max-w-7xl px-5">
        <header className="grid gap-x-8 gap-y-5 lg:grid-cols-12 lg:items-end">
          <h2 id="quantact-heading" className="display text-[clamp(2.1rem,5vw,4.25rem)] lg:col-span-7">
            QuantAct: a signal where there should be none?
          </h2>
          <p className="max-w-md text-grey-4 lg:col-span-4 lg:col-start-9">
            Our second initiative: a study that looks for signals in quantum randomness. It has no part in any
            diagnosis.
          </p>
        </header>

        <ul className="mt-12 grid border-y border-ink empty:hidden sm:grid-cols-2 lg:grid-cols-4">
          {FIGURES.map((name) => (
            <ClaimShown key={name} name={name} as="li" className="figure-cell py-5 pe-4">
              {({ value, wording, source }) => (
                <>
                  <span className="block font-serif text-4xl tracking-tight tabular-nums">{value}</span>{' '}
                  <span className="text-grey-4">{wording}</span>
                  <ClaimNote source={source} className="mt-2 text-grey-4" />
                </>
              )}
            </ClaimShown>
          ))}
        </ul>

        <div className="mt-12" data-languages>
          <div
            role="tablist"
            aria-label="Language of the study"
            className="inline-flex max-w-full flex-wrap rounded border border-grey-3"
          >
            {LANGUAGES.map(({ code, name }) => (
              <button
                key={code}
                type="button"
                role="tab"
                id={`quantact-tab-${code}`}
                aria-controls={`quantact-${code}`}
                aria-selected={code === 'en'}
                tabIndex={code === 'en' ? 0 : -1}
                lang={code}
                className="language-tab"
              >
                {name}
              </button>
            ))}
          </div>
          {LANGUAGES.map(({ code, dir }) => (
            <div
              key={code}
              role="tabpanel"
              id={`quantact-${code}`}
              aria-labelledby={`quantact-tab-${code}`}
              lang={code}
              dir={dir}
              data-chosen={code === 'en' || undefined}
              className="language-panel mt-8"
            >
              <ul className="grid grid-cols-1 gap-x-12 gap-y-10 md:grid-cols-2">
                {QUANTUM_STUDY.map(({ title, content, color }) => (
                  <li key={title.en} className="grid grid-cols-[4px_minmax(0,1fr)] gap-x-5">
                    <svg aria-hidden className="h-full w-1" preserveAspectRatio="none" viewBox="0 0 1 1">
                      <rect width="1" height="1" fill={color} />
                    </svg>
                    <div>
                      <h3 className="font-serif text-2xl font-semibold">{title[code]}</h3>
                      <p className="mt-2 max-w-[34rem] text-grey-4">{content[code]}</p>
                    </div>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>

        <a
          href={EXTERNAL.manuscript}
          target="_blank"
          rel="noopener"
          className={buttonClasses('secondary', 'medium', 'mt-12')}
        >
          Read the manuscript
          <ArrowUpRight aria-hidden className="size-4" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </div>
    </section>
  );
}
