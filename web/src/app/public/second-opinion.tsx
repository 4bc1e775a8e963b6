import { LANGUAGES, SITE_ORIGIN, turnaround } from '@duai/contract';
import english from '@duai/texts/en/landing';
import { BrainCircuit, CalendarClock, Languages, Network, ShieldCheck, Stethoscope } from 'lucide-react';
import { classes } from '../../lib/class-names.ts';
import { LANGUAGE_NAMES } from '../../lib/language.ts';
import { STATIC_PAGE } from '../../static-page.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { switchClasses, ThemeSwitch } from '../../ui/forms/switches.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Content } from '../../ui/page.tsx';
import { Room } from '../../ui/room.tsx';
import { ClaimShown } from './claim-shown.tsx';
import { FilmFigure } from './film-figure.tsx';
import { CookieBanner, NewsBanner } from './frame/site-banners.tsx';
import { label, say } from './landing-text.ts';
import { PageMeta, StructuredData } from './page-meta.tsx';

export const handle = STATIC_PAGE;

/** Six cards; one that makes a claim is removed when the claim is withdrawn. */
const FEATURES = [
  { key: 'ai', icon: BrainCircuit },
  { key: 'radiologist', icon: Stethoscope },
  { key: 'fast', icon: CalendarClock, claim: 'reportTurnaround' },
  { key: 'secure', icon: ShieldCheck, claim: 'dataProtection' },
  { key: 'pacs', icon: Network },
  { key: 'languages', icon: Languages },
] as const;
const cardClasses = 'border-t border-grey-3 py-6';
const STEPS = ['register', 'upload', 'analysis', 'report'] as const;
const MODALITIES = ['ct', 'mri', 'xray', 'ultrasound', 'mammography', 'pet'] as const;
const FOOTER = [
  { href: '/duaicheck/models', path: 'modelCards', isPolicy: false },
  { href: '/privacy-policy', path: 'privacyPolicy', isPolicy: true },
  { href: '/terms-of-service', path: 'terms', isPolicy: true },
  { href: '/cookie-policy#choice', path: 'cookies', isPolicy: false },
] as const;

/** Landing page of the second-opinion service: English until another language is chosen. */
export default function SecondOpinion() {
  return (
    <Room name="patient">
      <PageMeta path="/second-opinion" title={english.pageTitle} description={english.lead} image="second-opinion" />
      <StructuredData
        data={{
          '@type': 'Service',
          name: 'DUAI second opinion',
          serviceType: 'Radiology second opinion',
          description: english.lead,
          provider: { '@type': 'Organization', name: 'DUAI' },
          availableChannel: {
            '@type': 'ServiceChannel',
            serviceUrl: `${SITE_ORIGIN}/second-opinion/register`,
            availableLanguage: LANGUAGES,
          },
        }}
      />
      <a href="#content" className="skip-link" {...say('skipToContent')} />
      <NewsBanner />
      <LandingHeader />
      <Content className="flex-1">
        <Hero />
        <Features />
        <Steps />
        <MeasuredTurnaround />
        <Closing />
      </Content>
      <footer className="mx-auto flex w-full max-w-6xl flex-wrap gap-x-8 gap-y-2 px-5 py-6 text-sm text-grey-4">
        <p className="me-auto max-sm:w-full">© {new Date().getFullYear()} DUAI</p>
        {FOOTER.map(({ href, path, isPolicy }) => (
          <a
            key={href}
            href={href}
            data-policy={isPolicy ? href : undefined}
            className="inline-flex min-h-6 items-center underline-offset-3 hover:underline"
            {...say(path)}
          />
        ))}
      </footer>
      <CookieBanner />
    </Room>
  );
}

function LandingHeader() {
  return (
    <header className="border-b border-grey-2">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-2 gap-y-1 px-5 py-2">
        <Logo />
        <div className="ms-auto flex flex-wrap items-center justify-end gap-1">
          <div className="relative inline-flex items-center print:hidden noscript:hidden">
            <Languages
              aria-hidden
              className="pointer-events-none absolute start-2 size-4.5 text-grey-4 max-sm:hidden"
            />
            <select
              data-enhance="languages"
              defaultValue="en"
              className={classes(switchClasses, 'max-sm:ps-2')}
              {...label('chooseLanguage')}
            >
              {LANGUAGES.map((each) => (
                <option key={each} value={each} lang={each}>
                  {LANGUAGE_NAMES[each]}
                </option>
              ))}
            </select>
          </div>
          <ThemeSwitch isCompact />
          <a href="/second-opinion/login" className={buttonClasses('secondary', 'small')} {...say('signIn')} />
        </div>
      </div>
    </header>
  );
}

function Hero() {
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-x-14 gap-y-10 px-5 py-12 md:grid-cols-[6fr_5fr] md:py-20">
      <div>
        <h1
          className="font-serif text-[clamp(2.2rem,5vw,3.6rem)] leading-[1.1] font-semibold tracking-tight rtl:leading-[1.4]"
          {...say('heading')}
        />
        <p className="mt-5 max-w-xl text-grey-5" {...say('lead')} />
        <ClaimShown name="reportTurnaround" as="p" className="mt-2 max-w-xl font-semibold">
          {() => (
            <>
              <span {...say('turnaround')} />
              <StatedNote className="font-normal text-grey-4" />
            </>
          )}
        </ClaimShown>
        <a
          href="/second-opinion/register"
          className={buttonClasses('primary', 'large', 'mt-8')}
          {...say('getStarted')}
        />
        <p className="mt-4 max-w-md text-sm text-grey-4" {...say('notNow')} />
      </div>
      <FilmFigure />
    </section>
  );
}

const URGENCIES = [
  ['urgent', 'measured.urgent'],
  ['semi-urgent', 'measured.semiUrgent'],
  ['routine', 'measured.routine'],
] as const;

/** What the console of this installation shows too: the server writes each figure in its place when it sends the page. */
function MeasuredTurnaround() {
  return (
    <section aria-labelledby="turnaround" className="mx-auto max-w-6xl px-5 pb-14">
      <h2 id="turnaround" className="font-serif text-3xl font-semibold" {...say('measured.heading')} />
      <p className="mt-3 max-w-xl text-grey-4" {...say('measured.text')} />
      <table className="mt-6 w-full max-w-2xl border-collapse tabular-nums">
        <thead>
          <tr className="border-b border-grey-3 align-bottom text-sm">
            <th scope="col" className="py-2 pe-4 text-start font-semibold" {...say('measured.urgency')} />
            <th scope="col" className="px-4 py-2 text-end font-semibold" {...say('measured.median')} />
            <th scope="col" className="py-2 ps-4 text-end font-semibold" {...say('measured.p90')} />
          </tr>
        </thead>
        <tbody>
          {URGENCIES.map(([urgency, name]) => (
            <tr key={urgency} className="border-b border-grey-2">
              <th scope="row" className="py-2 pe-4 text-start font-normal" {...say(name)} />
              {turnaround.PUBLIC_FIGURES.map((figure) => (
                <td key={figure} className="px-4 py-2 text-end last:pe-0">
                  {turnaround.turnaroundPlace(urgency, figure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-grey-4" {...say('measured.few')} />
    </section>
  );
}

function Features() {
  return (
    <section aria-labelledby="features" className="border-y border-grey-2 bg-grey-1">
      <div className="mx-auto max-w-6xl px-5 py-14">
        <h2 id="features" className="font-serif text-3xl font-semibold" {...say('featuresHeading')} />
        <ul className="mt-8 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {FEATURES.map(({ key, icon: Icon, ...feature }) => {
            const card = (
              <>
                <Icon aria-hidden className="size-7 text-signal" strokeWidth={1.5} />
                <h3 className="mt-3 text-lg font-semibold" {...say(`features.${key}.title`)} />
                <p className="mt-1 text-grey-4" {...say(`features.${key}.text`)} />
              </>
            );
            return 'claim' in feature ? (
              <ClaimShown key={key} name={feature.claim} as="li" className={cardClasses}>
                {() => (
                  <>
                    {card}
                    <StatedNote className="mt-2 text-grey-4" />
                  </>
                )}
              </ClaimShown>
            ) : (
              <li key={key} className={cardClasses}>
                {card}
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

/** The source of this page's figures, in the reader's language. */
function StatedNote({ className }: { readonly className: string }) {
  return <span data-claim-source="stated" className={classes('block text-xs', className)} {...say('stated')} />;
}

function Steps() {
  return (
    <section aria-labelledby="steps" className="mx-auto max-w-6xl px-5 py-14">
      <h2 id="steps" className="font-serif text-3xl font-semibold" {...say('stepsHeading')} />
      <ol aria-labelledby="steps" className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {STEPS.map((key, index) => (
          <li key={key} className="border-t-2 border-signal pt-4">
            <span aria-hidden className="font-serif text-3xl text-signal tabular-nums">
              {index + 1}
            </span>
            <h3 className="mt-1 text-lg font-semibold" {...say(`steps.${key}.title`)} />
            <p className="mt-1.5 text-grey-4" {...say(`steps.${key}.text`)} />
          </li>
        ))}
      </ol>
      <h2 id="modalities" className="mt-14 font-serif text-3xl font-semibold" {...say('modalitiesHeading')} />
      <ul aria-labelledby="modalities" className="mt-6 flex flex-wrap gap-3">
        {MODALITIES.map((key) => (
          <li
            key={key}
            className="rounded border border-grey-3 px-4 py-2 font-medium wrap-anywhere"
            {...say(`modalities.${key}`)}
          />
        ))}
      </ul>
    </section>
  );
}

function Closing() {
  return (
    <section className="border-y border-[#2a3438] bg-[#0c1114] text-[#e7eeee] [print-color-adjust:exact]">
      <div className="mx-auto max-w-6xl px-5 py-16">
        <h2 className="font-serif text-3xl font-semibold" {...say('closingHeading')} />
        <p className="mt-3 max-w-xl text-[#b9c6c8]" {...say('closingText')} />
        <a
          href="/second-opinion/register"
          className="mt-8 inline-flex min-h-13 items-center rounded bg-[#52c8d0] px-6 py-3 text-lg font-semibold text-[#04191c] no-underline hover:bg-[#83dce2]"
          {...say('createAccount')}
        />
      </div>
    </section>
  );
}
