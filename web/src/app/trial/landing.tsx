import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { CONTACTS, TRIAL_VERSION } from '../../content/contacts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Content, linkClasses, SkipLink } from '../../ui/page.tsx';
import { ThemeSwitch } from '../../ui/switches.tsx';
import { useScrollToTop } from '../public/layout.tsx';

const PACKAGE = [
  '30 days, free of charge',
  '100 AI-analysed scans',
  '15 AI models from partners',
  '95%+ accuracy and up to 80% time saving, as our partners state',
  'HIPAA and GDPR compliance',
  'Integration with InterPACS, our partner PACS vendor',
  'Trusted by 500+ providers',
];

const HELP = [
  {
    question: 'How do I get an account?',
    answer:
      'Register for the trial. A specialist reaches out within 48 hours; after approval you receive an invitation by mail that is valid for 7 days.',
  },
  {
    question: 'I cannot sign in.',
    answer: 'Use the username you chose with the invitation. "Forgot password" on the sign-in page sends a reset link.',
  },
  {
    question: 'What counts as a scan?',
    answer: 'All files of one upload, or one study sent by your PACS. A refused upload is not counted.',
  },
];

/** Short landing of the trial portal. */
export default function TrialLanding() {
  useScrollToTop();
  return (
    <>
      <title>DuaiCheck trial – DUAI</title>
      <meta
        name="description"
        content="Try DuaiCheck, the radiology AI platform, for 30 days with 100 of your own scans."
      />
      <SkipLink />
      <header className="border-b border-grey-2">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-4 px-5 py-2">
          <Logo suffix="DuaiCheck" />
          <div className="flex items-center gap-2">
            <ThemeSwitch />
            <ButtonLink to="/duaicheck-trial/login" variant="secondary" size="small">
              Login
            </ButtonLink>
          </div>
        </div>
      </header>
      <Content className="flex-1">
        <section className="mx-auto grid max-w-6xl gap-10 px-5 py-12 md:grid-cols-2 md:py-20">
          <div>
            <h1 className="font-serif text-[clamp(2.2rem,5vw,3.5rem)] leading-[1.1] font-semibold tracking-tight">
              Radiology AI on your own scans.
            </h1>
            <p className="mt-5 max-w-xl text-lg text-grey-5">
              DuaiCheck puts many algorithms behind one connection for your radiology department. Every result names its
              algorithm, version and limits; the reading stays yours.
            </p>
            <ButtonLink to="/duaicheck-trial/register" size="large" className="mt-8">
              Register for Trial
            </ButtonLink>
          </div>
          <div className="rounded border border-grey-2 bg-surface p-6">
            <h2 className="font-serif text-xl font-semibold">The trial package</h2>
            <ul className="mt-4 grid gap-3">
              {PACKAGE.map((item) => (
                <li key={item} className="flex gap-3">
                  <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-signal" strokeWidth={1.5} />
                  {item}
                </li>
              ))}
            </ul>
          </div>
        </section>
        <section id="help" aria-labelledby="help-heading" className="border-t border-grey-2 bg-grey-1">
          <div className="mx-auto max-w-6xl px-5 py-12">
            <h2 id="help-heading" className="font-serif text-2xl font-semibold">
              Help
            </h2>
            <dl className="mt-6 grid gap-6 md:grid-cols-3">
              {HELP.map(({ question, answer }) => (
                <div key={question}>
                  <dt className="font-semibold">{question}</dt>
                  <dd className="mt-1 text-grey-4">{answer}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-6">
              Anything else:{' '}
              <a className={linkClasses} href={`mailto:${CONTACTS.technicalTeam}`}>
                {CONTACTS.technicalTeam}
              </a>
            </p>
          </div>
        </section>
      </Content>
      <footer className="border-t border-grey-2 text-sm text-grey-4">
        <div className="mx-auto flex max-w-6xl flex-wrap gap-x-6 gap-y-2 px-5 py-6">
          <p className="me-auto">Version {TRIAL_VERSION}</p>
          <Link className="inline-flex min-h-6 items-center hover:underline" to="/duaicheck-trial/login">
            Login
          </Link>
          <Link className="inline-flex min-h-6 items-center hover:underline" to="/privacy-policy">
            Privacy
          </Link>
          <Link className="inline-flex min-h-6 items-center hover:underline" to="/terms-of-service">
            Terms
          </Link>
        </div>
      </footer>
    </>
  );
}
