import { ArrowRight, Building2, Stethoscope, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { STATIC_PAGE } from '../../static-page.ts';
import { FilmFigure } from './film-figure.tsx';

const doors = [
  {
    to: '/second-opinion',
    icon: UserRound,
    title: 'For patients: a second opinion',
    text: 'Upload your CT, MRI or X-ray. AI analyses it, a radiologist reads it and signs the report you receive.',
    action: 'Ask for a second opinion',
  },
  {
    to: '/duaicheck-trial',
    icon: Building2,
    title: 'For institutions: DuaiCheck',
    text: 'Many algorithms behind one connection to your PACS. Try it for 30 days with 100 of your own scans.',
    action: 'Open the trial portal',
  },
  {
    to: '/console/login',
    icon: Stethoscope,
    title: 'For staff: the reading room',
    text: 'Worklist, images, findings and reports for our radiologists and operators.',
    action: 'Sign in to the console',
  },
];

export const handle = STATIC_PAGE;

export default function Home() {
  return (
    <>
      <title>DUAI – AI-powered diagnostics</title>
      <meta
        name="description"
        content="DUAI builds AI-powered diagnostics, beginning in healthcare: software measures, a radiologist decides and signs."
      />
      <section className="mx-auto grid max-w-6xl items-center gap-10 px-5 py-14 md:grid-cols-2 md:py-24">
        <div>
          <h1 className="font-serif text-[clamp(2.4rem,6vw,4rem)] leading-[1.08] font-semibold tracking-tight">
            Diagnostics that show their work.
          </h1>
          <p className="mt-6 max-w-xl text-lg text-grey-5">
            DUAI builds AI-powered diagnostics. We begin in healthcare, with radiology; in the longer term we aim at
            sustainability and space. Software measures. A physician decides and signs.
          </p>
        </div>
        <FilmFigure />
      </section>
      <section aria-label="Where would you like to go?" className="border-t border-grey-2 bg-grey-1">
        <ul className="mx-auto grid max-w-6xl gap-5 px-5 py-12 md:grid-cols-3">
          {doors.map(({ to, icon: Icon, title, text, action }) => (
            <li key={to}>
              <Link
                to={to}
                className="group flex h-full flex-col gap-3 rounded border border-grey-2 bg-surface p-6 no-underline transition-colors hover:border-signal"
              >
                <Icon aria-hidden className="size-7 text-signal" strokeWidth={1.5} />
                <h2 className="font-serif text-xl font-semibold">{title}</h2>
                <p className="grow text-grey-4">{text}</p>
                <span className="mt-2 inline-flex items-center gap-2 font-semibold text-signal">
                  {action}
                  <ArrowRight aria-hidden className="size-4 transition-transform group-hover:translate-x-1" />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
