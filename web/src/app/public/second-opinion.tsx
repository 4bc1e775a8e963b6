import { BrainCircuit, CalendarClock, Languages, Network, ShieldCheck, Stethoscope } from 'lucide-react';
import { Link } from 'react-router';
import { LanguageProvider, useMessages } from '../../lib/messages.tsx';
import { messages as english } from '../../messages/en/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Content, SkipLink } from '../../ui/page.tsx';
import { Room } from '../../ui/room.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/switches.tsx';
import { FilmFigure } from './film-figure.tsx';
import { useScrollToTop } from './layout.tsx';

const initial = { language: 'en', messages: english } as const;

/** Landing of the second-opinion service: English until the reader chooses. */
export default function SecondOpinion() {
  useScrollToTop();
  return (
    <LanguageProvider defaultLanguage="en" initial={initial}>
      <Landing />
    </LanguageProvider>
  );
}

const FEATURE_ICONS = {
  ai: BrainCircuit,
  radiologist: Stethoscope,
  fast: CalendarClock,
  secure: ShieldCheck,
  pacs: Network,
  languages: Languages,
};
const FEATURES = ['ai', 'radiologist', 'fast', 'secure', 'pacs', 'languages'] as const;
const STEPS = ['register', 'upload', 'analysis', 'report'] as const;
const MODALITIES = ['ct', 'mri', 'xray', 'ultrasound', 'mammography', 'pet'] as const;

function Landing() {
  const messages = useMessages();
  const texts = messages.landing;
  return (
    <Room name="patient">
      <title>{texts.pageTitle}</title>
      <meta name="description" content={texts.lead} />
      <SkipLink />
      <header className="border-b border-grey-2">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-4 px-5 py-2">
          <Logo suffix={messages.accounts.serviceName} />
          <div className="flex flex-wrap items-center gap-1">
            <LanguageSwitch />
            <ThemeSwitch />
            <ButtonLink to="/second-opinion/login" variant="secondary" size="small">
              {texts.signIn}
            </ButtonLink>
          </div>
        </div>
      </header>
      <Content className="flex-1">
        <section className="mx-auto grid max-w-6xl items-center gap-10 px-5 py-12 md:grid-cols-[6fr_5fr] md:py-20">
          <div>
            <h1 className="font-serif text-[clamp(2.2rem,5vw,3.5rem)] leading-[1.12] font-semibold tracking-tight rtl:leading-[1.4]">
              {texts.heading}
            </h1>
            <p className="mt-5 max-w-xl text-grey-5">{texts.lead}</p>
            <ButtonLink to="/second-opinion/register" size="large" className="mt-8">
              {texts.getStarted}
            </ButtonLink>
          </div>
          <FilmFigure />
        </section>
        <section aria-labelledby="features" className="border-y border-grey-2 bg-grey-1">
          <div className="mx-auto max-w-6xl px-5 py-14">
            <h2 id="features" className="font-serif text-3xl font-semibold">
              {texts.featuresHeading}
            </h2>
            <ul className="mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
              {FEATURES.map((name) => {
                const Icon = FEATURE_ICONS[name];
                return (
                  <li key={name} className="rounded border border-grey-2 bg-surface p-6">
                    <Icon aria-hidden className="size-7 text-signal" strokeWidth={1.5} />
                    <h3 className="mt-4 text-lg font-semibold">{texts.features[name].title}</h3>
                    <p className="mt-1.5 text-grey-4">{texts.features[name].text}</p>
                  </li>
                );
              })}
            </ul>
          </div>
        </section>
        <section aria-labelledby="steps" className="mx-auto max-w-6xl px-5 py-14">
          <h2 id="steps" className="font-serif text-3xl font-semibold">
            {texts.stepsHeading}
          </h2>
          <ol className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
            {STEPS.map((name, index) => (
              <li key={name} className="border-t-2 border-signal pt-4">
                <span aria-hidden className="font-serif text-3xl text-signal tabular-nums">
                  {index + 1}
                </span>
                <h3 className="mt-1 text-lg font-semibold">{texts.steps[name].title}</h3>
                <p className="mt-1.5 text-grey-4">{texts.steps[name].text}</p>
              </li>
            ))}
          </ol>
          <h2 className="mt-14 font-serif text-3xl font-semibold">{texts.modalitiesHeading}</h2>
          <ul aria-label={texts.modalitiesHeading} className="mt-6 flex flex-wrap gap-3">
            {MODALITIES.map((name) => (
              <li key={name} className="rounded border border-grey-3 px-4 py-2 font-medium">
                {texts.modalities[name]}
              </li>
            ))}
          </ul>
        </section>
        <section className="border-y border-[#2a3438] bg-[#0c1114] text-[#e7eeee]">
          <div className="mx-auto max-w-6xl px-5 py-16">
            <h2 className="font-serif text-3xl font-semibold">{texts.closingHeading}</h2>
            <p className="mt-3 max-w-xl text-[#b9c6c8]">{texts.closingText}</p>
            <Link
              to="/second-opinion/register"
              className="mt-8 inline-flex min-h-13 items-center rounded bg-[#52c8d0] px-6 py-3 text-lg font-semibold text-[#04191c] no-underline hover:bg-[#83dce2]"
            >
              {texts.createAccount}
            </Link>
          </div>
        </section>
      </Content>
      <footer className="mx-auto flex w-full max-w-6xl flex-wrap gap-x-8 gap-y-2 px-5 py-6 text-sm text-grey-4">
        <p className="me-auto">© {new Date().getFullYear()} DUAI</p>
        <Link className="inline-flex min-h-6 items-center underline-offset-3 hover:underline" to="/privacy-policy">
          {texts.privacyPolicy}
        </Link>
        <Link className="inline-flex min-h-6 items-center underline-offset-3 hover:underline" to="/terms-of-service">
          {texts.terms}
        </Link>
      </footer>
    </Room>
  );
}
