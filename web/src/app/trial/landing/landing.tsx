import { MODEL_CARDS } from 'virtual:model-cards';
import { LIMITS } from '@duai/contract';
import { CircleCheck, ExternalLink, Gauge, Layers, Network } from 'lucide-react';
import { type ClaimSource, STATED_NOTE } from '../../../content/claims.ts';
import { CONTACTS, PACS_PARTNER, TRIAL_VERSION } from '../../../content/contacts.ts';
import { modelCardPath, originOf } from '../../../content/model-card.ts';
import { COUNTERS, TRIAL_HELP, TRIAL_PACKAGE, type TrialCounter } from '../../../content/trial-landing.ts';
import { TRIAL_PARTNERS } from '../../../content/trial-partners.ts';
import { STATIC_PAGE } from '../../../static-page.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { ThemeSwitch } from '../../../ui/forms/switches.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { Content, linkClasses, SkipLink } from '../../../ui/page.tsx';
import { ClaimNote, ClaimShown, InstalledCatalogue } from '../../public/claim-shown.tsx';
import { CookieBanner, NewsBanner } from '../../public/frame/site-banners.tsx';
import { PageMeta, StructuredData } from '../../public/page-meta.tsx';
import { SampleNote } from '../../public/sample-note.tsx';
import { PartnerMark } from './partner-mark.tsx';

export const handle = STATIC_PAGE;

/** Search engines keep the description for long, so it makes no claim that may have expired by then. */
const DESCRIPTION = `Free trial of DuaiCheck, the radiology AI platform for radiology departments: ${LIMITS.trialDays} days, ${LIMITS.trialScans} of your own scans, connected to your PACS.`;

const FEATURES = [
  {
    icon: Layers,
    title: 'One platform, many algorithms',
    text: 'Each study goes to the algorithms that fit it, and the answer says which ran, in which version, and why the others did not.',
  },
  {
    icon: Gauge,
    title: 'Figures you can check',
    text: 'Agree or disagree with each finding on your own cases. At the end you hold sensitivity, specificity and turnaround, each with its interval.',
  },
  {
    icon: Network,
    title: 'Connected to your archive',
    text: 'Send studies from your PACS or drop them in the browser. You download results as PDF, FHIR and DICOM SR.',
  },
];

const FOOTER = [
  { href: '/duaicheck-trial/login', title: 'Login' },
  { href: '/duaicheck/models', title: 'Model cards' },
  { href: '/privacy-policy', title: 'Privacy' },
  { href: '/terms-of-service', title: 'Terms' },
  { href: '/cookie-policy#choice', title: 'Cookie settings' },
];

/** Landing of the trial portal (/duaicheck-trial). */
export default function TrialLanding() {
  return (
    <>
      <PageMeta path="/duaicheck-trial" title="DuaiCheck trial – DUAI" description={DESCRIPTION} image="trial" />
      <StructuredData
        data={{
          '@type': 'SoftwareApplication',
          name: 'DuaiCheck',
          applicationCategory: 'HealthApplication',
          operatingSystem: 'Web',
          softwareVersion: TRIAL_VERSION,
          description: DESCRIPTION,
          offers: {
            '@type': 'Offer',
            price: '0',
            priceCurrency: 'EUR',
            description: `${LIMITS.trialDays}-day trial with ${LIMITS.trialScans} scans`,
          },
        }}
      />
      <SkipLink />
      <NewsBanner />
      <header className="border-b border-grey-2">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-2">
          <Logo suffix="DuaiCheck" />
          <div className="ms-auto flex items-center gap-2">
            <ThemeSwitch isCompact />
            <a href="/duaicheck-trial/login" className={buttonClasses('secondary', 'small')}>
              Login
            </a>
          </div>
        </div>
      </header>
      <Content className="flex-1">
        <Hero />
        <Counters />
        <Features />
        <InTheCatalogue />
        <Partners />
        <CallToAction />
        <Help />
      </Content>
      <footer className="text-sm text-grey-4">
        <div className="mx-auto flex max-w-6xl flex-wrap gap-x-6 gap-y-2 px-5 py-6">
          <p className="me-auto max-sm:w-full">
            DuaiCheck · Version <span className="tabular-nums">{TRIAL_VERSION}</span>
          </p>
          {FOOTER.map(({ href, title }) => (
            <a
              key={href}
              href={href}
              className="inline-flex min-h-6 items-center underline-offset-3 hover:text-ink hover:underline"
            >
              {title}
            </a>
          ))}
        </div>
      </footer>
      <CookieBanner />
    </>
  );
}

function Hero() {
  return (
    <section className="mx-auto grid max-w-6xl wrap-anywhere items-start gap-x-16 gap-y-10 px-5 py-12 md:grid-cols-[7fr_5fr] md:py-20">
      <div>
        <h1 className="font-serif text-[clamp(2.4rem,5.5vw,4rem)] leading-[1.06] font-semibold tracking-tight">
          Radiology AI, tried on your own scans.
        </h1>
        <p className="mt-6 max-w-xl text-lg text-grey-5">
          A free trial of DuaiCheck for radiology departments: many algorithms behind one connection. Every result names
          its algorithm, its version and its limits. The reading stays yours.
        </p>
        <div className="mt-9 flex flex-wrap items-center gap-3">
          <a href="/duaicheck-trial/register" className={buttonClasses('primary', 'large')}>
            Register for Trial
          </a>
          {/* Aligns the text with the button above when the link wraps below it. */}
          <PacsLink className={buttonClasses('quiet', 'large', 'max-sm:-ms-6 md:max-lg:-ms-6')}>
            Works with {PACS_PARTNER.name}
          </PacsLink>
        </div>
      </div>
      <div className="border-t-2 border-signal pt-5">
        <h2 id="package" className="font-serif text-2xl font-semibold">
          The trial package
        </h2>
        <ul aria-labelledby="package" className="mt-3">
          {TRIAL_PACKAGE.map(({ text, claim }) => {
            const line = (
              <>
                <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-signal" strokeWidth={1.5} />
                {text}
              </>
            );
            return claim ? (
              <ClaimShown key={text} name={claim} as="li" note={PACKAGE_NOTE} className={packageLine}>
                {() => line}
              </ClaimShown>
            ) : (
              <li key={text} className={packageLine}>
                {line}
              </li>
            );
          })}
        </ul>
        <div className="mt-3 grid gap-1 text-grey-4">
          <div id={PACKAGE_NOTE}>
            <span data-claim-source="stated" className="block text-xs">
              Accuracy, time saving, number of models and compliance:{' '}
              {STATED_NOTE.toLowerCase().replace('duai', 'DUAI')}
            </span>
          </div>
          <InstalledCatalogue className="text-xs" />
        </div>
      </div>
    </section>
  );
}

const PACKAGE_NOTE = 'package-claims';
const packageLine = 'flex gap-3 border-b border-grey-2 py-2.5';

function PacsLink({ className, children }: { readonly className: string; readonly children: React.ReactNode }) {
  return (
    <a href={PACS_PARTNER.website} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <ExternalLink aria-hidden className="ms-1 inline size-[0.9em]" />
      <span className="sr-only"> (new tab)</span>
    </a>
  );
}

/** Four figures that count up (enhance/counters.ts), with the sources of those that are claims. */
function Counters() {
  return (
    <section
      aria-label="The trial in figures"
      className="border-y border-[#2a3438] bg-[#0c1114] text-[#e7eeee] [print-color-adjust:exact]"
    >
      <div data-enhance="counters" className="mx-auto max-w-6xl px-5 py-12">
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-8 gap-y-10 lg:grid-cols-4">
          {COUNTERS.map((counter) =>
            counter.claim ? (
              <ClaimShown key={counter.label} name={counter.claim} as="div" className={figureClasses}>
                {({ source }) => <Figure {...counter} source={source} />}
              </ClaimShown>
            ) : (
              <div key={counter.label} className={figureClasses}>
                <Figure {...counter} />
              </div>
            ),
          )}
        </dl>
        <p className="mt-10 max-w-3xl text-sm text-[#b9c6c8]">
          What the algorithms of this installation reached stands on their{' '}
          <a href="/duaicheck/models" className="underline underline-offset-3 hover:text-white">
            model cards
          </a>
          .
        </p>
      </div>
    </section>
  );
}

const figureClasses = 'flex flex-col-reverse justify-end border-s border-[#52c8d0] ps-5';

function Figure({ countTo, suffix, label, source }: TrialCounter & { readonly source?: ClaimSource }) {
  return (
    <>
      <dt className="mt-1 text-[#b9c6c8]">
        {label}
        {source && <ClaimNote source={source} />}
      </dt>
      <dd className="font-serif text-[clamp(2.75rem,6vw,4.25rem)] leading-none font-semibold tabular-nums">
        <span className="sr-only">{`${countTo}${suffix}`}</span>
        <span aria-hidden>
          {/* Reserves room for the final figure, so that nothing shifts while it counts. */}
          <span
            data-count-to={countTo}
            className={`inline-block text-end ${countTo > 99 ? 'min-w-[3ch]' : 'min-w-[2ch]'}`}
          >
            {countTo}
          </span>
          {suffix}
        </span>
      </dd>
    </>
  );
}

function Features() {
  return (
    <section aria-labelledby="features" className="mx-auto max-w-6xl px-5 py-14 md:py-20">
      <h2 id="features" className="font-serif text-3xl font-semibold">
        What you find out in 30 days
      </h2>
      <ul aria-labelledby="features" className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-3">
        {FEATURES.map(({ icon: Icon, title, text }) => (
          <li key={title} className="border-t border-grey-3 pt-6">
            <Icon aria-hidden className="size-7 text-signal" strokeWidth={1.5} />
            <h3 className="mt-4 text-lg font-semibold">{title}</h3>
            <p className="mt-1.5 text-grey-4">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Every algorithm that comes with the software, and every recipe: the same list as the model cards. */
function InTheCatalogue() {
  return (
    <section aria-labelledby="catalogue" className="border-t border-grey-2">
      <div className="mx-auto max-w-6xl px-5 py-14 md:py-20">
        <h2 id="catalogue" className="font-serif text-3xl font-semibold">
          In the catalogue today
        </h2>
        <p className="mt-3 max-w-2xl text-grey-4">
          The algorithms that come with DuaiCheck, all for research and trial. Each card says how it was measured and
          where it fails.
        </p>
        <InstalledCatalogue className="mt-3 text-sm text-grey-4" />
        <ul aria-labelledby="catalogue" className="mt-8 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {MODEL_CARDS.map((card) => (
            <li key={card.id} className="border-t border-grey-2 py-4">
              <a href={modelCardPath(card.id)} className={`${linkClasses} inline-block min-h-6`}>
                {card.title}
              </a>
              <p className="mt-0.5 font-mono text-xs text-grey-4 wrap-anywhere">
                {card.id} {card.version}
              </p>
              <p className="mt-1 text-sm text-grey-4">
                {card.isInstalled ? `Figures from: ${originOf(card)}` : 'Can be imported: weights not installed'}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Partners() {
  return (
    <section aria-labelledby="partners" className="border-y border-grey-2 bg-grey-1">
      <div className="mx-auto max-w-6xl px-5 py-14">
        <h2 id="partners" className="font-serif text-3xl font-semibold">
          The partners behind the models
        </h2>
        <SampleNote of={TRIAL_PARTNERS} className="mt-3">
          Sample: these companies and InterPACS are invented.
        </SampleNote>
        <InstalledCatalogue className="mt-3 text-sm text-grey-4" />
        <ul aria-labelledby="partners" className="mt-8 grid gap-px bg-grey-2 sm:grid-cols-2 lg:grid-cols-3">
          {TRIAL_PARTNERS.entries.map(({ id, name, specialty }) => (
            <li key={id} className="flex items-center gap-4 bg-surface px-5 py-5">
              <PartnerMark id={id} />
              <div className="min-w-0 wrap-anywhere">
                <p className="font-semibold">{name}</p>
                <p className="text-sm text-grey-4">{specialty}</p>
              </div>
            </li>
          ))}
        </ul>
        <p className="mt-8 max-w-2xl text-grey-5">
          Studies reach us from your archive: DuaiCheck integrates with{' '}
          <PacsLink className={linkClasses}>{PACS_PARTNER.name}</PacsLink>, our partner PACS vendor, and with any system
          that speaks DICOMweb.
        </p>
      </div>
    </section>
  );
}

function CallToAction() {
  return (
    <section aria-labelledby="join" className="wrap-anywhere mx-auto max-w-6xl px-5 py-14 md:py-20">
      <div className="grid items-center gap-8 md:grid-cols-[1fr_auto]">
        <div>
          <h2 id="join" className="font-serif text-[clamp(1.9rem,4vw,2.75rem)] leading-tight font-semibold">
            <ClaimShown name="providers" note="providers-claim">
              {({ value, wording }) => `Join ${value} ${wording}.`}
            </ClaimShown>{' '}
            See what the models do for your department.
          </h2>
          <ClaimShown name="providers" as="div" className="mt-3 text-grey-4">
            {({ source }) => (
              <div id="providers-claim">
                <ClaimNote source={source} />
              </div>
            )}
          </ClaimShown>
        </div>
        <a href="/duaicheck-trial/register" className={buttonClasses('primary', 'large')}>
          Start the 30-day trial
        </a>
      </div>
    </section>
  );
}

function Help() {
  return (
    <section id="help" aria-labelledby="help-heading" className="border-y border-grey-2 bg-grey-1">
      <div className="mx-auto max-w-6xl px-5 py-14">
        <h2 id="help-heading" className="font-serif text-2xl font-semibold">
          Need help?
        </h2>
        <dl className="mt-6 grid gap-x-10 gap-y-6 md:grid-cols-2">
          {TRIAL_HELP.map(({ question, answer }) => (
            <div key={question}>
              <dt className="font-semibold">{question}</dt>
              <dd className="mt-1 text-grey-4">{answer}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-8">
          Anything else:{' '}
          <a className={linkClasses} href={`mailto:${CONTACTS.technicalTeam}`}>
            {CONTACTS.technicalTeam}
          </a>
        </p>
      </div>
    </section>
  );
}
