import { effectiveDateLong, effectiveDateShort, POLICIES, POLICIES_EFFECTIVE } from '../../../content/policies.ts';
import { linkClasses } from '../../../ui/page.tsx';
import { PageMeta } from '../page-meta.tsx';

export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly body: React.ReactNode;
  /** The language of a section that differs from the page; such sections follow the numbered ones. */
  readonly language?: 'tr' | 'ar';
}

const languageOf = ({ language }: LegalSection) =>
  language && ({ lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' } as const);

/** A legal text: numbered sections beside their table of contents, with the effective date of all policies. */
export function LegalPage({
  path,
  title,
  description,
  summary,
  sections,
}: {
  readonly path: (typeof POLICIES)[number]['path'];
  readonly title: string;
  readonly description: string;
  /** A summary shown before the text. */
  readonly summary: React.ReactNode;
  readonly sections: readonly LegalSection[];
}) {
  return (
    <div className="mx-auto grid max-w-7xl gap-x-16 gap-y-8 px-5 py-10 md:py-16 lg:grid-cols-[18rem_minmax(0,42rem)]">
      <PageMeta path={path} title={`${title} – DUAI`} description={description} image="legal" />
      <header className="min-w-0 lg:col-start-2">
        <h1 className="font-serif text-[clamp(2.2rem,5vw,3.25rem)] leading-[1.1] font-semibold tracking-tight wrap-anywhere">
          {title}
        </h1>
        <p className="mt-4 text-grey-4">
          Effective date: <time dateTime={POLICIES_EFFECTIVE}>{effectiveDateShort}</time> ({effectiveDateLong})
        </p>
        <div className="mt-6 border-s-3 border-signal ps-5 text-lg text-grey-5 [&_p+p]:mt-3">{summary}</div>
      </header>
      <nav
        aria-labelledby="contents"
        className="self-start border-y border-grey-2 py-4 lg:sticky lg:top-8 lg:col-start-1 lg:row-start-1 lg:row-end-3 lg:border-y-0 lg:py-2"
      >
        <h2 id="contents" className="text-sm font-semibold text-grey-4">
          On this page
        </h2>
        <ol className="mt-2 grid gap-x-6 text-sm sm:grid-cols-2 lg:grid-cols-1">
          {sections.map((section, index) => (
            <li key={section.id} className="flex gap-2">
              <span aria-hidden className="w-5 shrink-0 py-1 text-end text-grey-4 tabular-nums">
                {section.language ? '' : index + 1}
              </span>
              <a
                href={`#${section.id}`}
                {...languageOf(section)}
                className="py-1 text-grey-5 underline-offset-3 hover:text-signal-strong hover:underline"
              >
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <article className="legal-text min-w-0 lg:col-start-2">
        {sections.map((section, index) => (
          <section key={section.id} id={section.id} {...languageOf(section)}>
            <h2>{section.language ? section.title : `${index + 1}. ${section.title}`}</h2>
            {section.body}
          </section>
        ))}
        <nav
          aria-label="Other policies"
          className="mt-14 flex flex-wrap gap-x-6 gap-y-2 border-t border-grey-2 pt-5 print:hidden"
        >
          {POLICIES.filter((other) => other.path !== path).map((other) => (
            <a key={other.path} href={other.path} className={linkClasses}>
              {other.title}
            </a>
          ))}
        </nav>
      </article>
    </div>
  );
}
