import { ArrowUpRight, Check } from 'lucide-react';
import type { Claim } from '../../../content/claims.ts';
import { HOME } from '../../../content/home-rules.ts';
import { ClaimNote, ClaimShown, InstalledCatalogue } from '../claim-shown.tsx';
import { Film, FilmButton, videoSources } from './film.tsx';
import { Sentence } from './section.tsx';

const COMPARISON = [
  { about: 'Price', legacy: 'A yearly licence for each algorithm', platform: 'A price per scan, once it was analysed' },
  { about: 'Contracts', legacy: 'One with every vendor', platform: 'One' },
  { about: 'Integration', legacy: 'A project for every vendor', platform: 'One connection to your PACS' },
  { about: 'Another algorithm', legacy: 'A new tender', platform: 'A switch in the catalogue' },
  { about: 'Evidence', legacy: 'A brochure', platform: 'A model card for every version' },
  { about: 'Risk', legacy: 'Yours', platform: 'Backed by insurance' },
];

const WINNERS = [
  {
    name: 'Providers',
    points: [
      'Pay per scan, from the first one',
      'Many algorithms, one worklist',
      'Results as DICOM SR that your PACS can keep',
    ],
  },
  {
    name: 'Insurers',
    points: ['A known price for each reading', 'Findings that can be checked', 'Fewer repeat scans'],
  },
  {
    name: 'Patients',
    points: ['A second look at every image', 'A radiologist who signs', 'A report in plain words'],
  },
];

/** Part 7: the only dark passage. */
export function Platform() {
  return (
    <section
      id="duaicheck"
      aria-labelledby="duaicheck-heading"
      className="dark-passage"
      data-film="platform"
      data-reveal={HOME.revealThresholds.tall}
    >
      <Film sources={videoSources('duaicheck')} still="/api/assets/duaicheck-still.webp" className="platform-film" />
      <div className="relative mx-auto max-w-7xl px-5">
        <header className="max-w-3xl">
          <h2 id="duaicheck-heading" className="display text-[clamp(2.4rem,5.4vw,4.5rem)]">
            <Sentence>One platform.</Sentence> <Sentence>Many algorithms.</Sentence>{' '}
            <Sentence>A price per scan.</Sentence>
          </h2>
          <p className="mt-6 max-w-xl text-lg text-grey-5">
            DuaiCheck puts algorithms from many vendors behind one connection to your PACS, and stands behind them with
            insurance.
          </p>
        </header>

        <div className="mt-14 flex flex-wrap gap-x-16 gap-y-8">
          <ClaimShown name="costSavings" as="div" className="figure">
            {(claim) => <Figure {...claim} />}
          </ClaimShown>
          <ClaimShown name="diagnosisAccuracy" as="div" className="figure">
            {(claim) => <Figure before="over" {...claim} />}
          </ClaimShown>
        </div>
        <InstalledCatalogue className="mt-8 max-w-xl text-sm text-grey-4" />

        <div className="mt-20 grid gap-x-12 gap-y-16 lg:grid-cols-12">
          <div className="lg:col-span-7">
            <h3 id="comparison-heading" className="font-serif text-2xl font-semibold">
              Legacy licensing vs DuaiCheck
            </h3>
            <table aria-labelledby="comparison-heading" className="mt-5 w-full text-start text-[0.95rem] max-md:block">
              <thead className="max-md:block">
                <tr className="border-b border-grey-3 text-sm text-grey-4 max-md:grid max-md:grid-cols-2">
                  <td className="py-2 max-md:hidden" />
                  <th scope="col" className="py-2 pe-4 text-start font-medium md:w-[38%]">
                    Legacy licensing
                  </th>
                  <th scope="col" className="py-2 text-start font-medium text-signal">
                    DuaiCheck
                  </th>
                </tr>
              </thead>
              <tbody className="max-md:block">
                {COMPARISON.map(({ about, legacy, platform }) => (
                  <tr key={about} className="border-b border-grey-2 align-top max-md:grid max-md:grid-cols-2">
                    <th
                      scope="row"
                      className="py-3 pe-4 text-start font-normal text-grey-4 max-md:col-span-2 max-md:pb-0 max-md:text-sm"
                    >
                      {about}
                    </th>
                    <td className="py-3 pe-4 text-grey-4 max-md:pt-1">{legacy}</td>
                    <td className="py-3 font-medium max-md:pt-1">{platform}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <section aria-labelledby="triple-win-heading" className="lg:col-span-5">
            <h3 id="triple-win-heading" className="font-serif text-2xl font-semibold">
              A triple win
            </h3>
            <ul className="mt-5 grid gap-x-6 border-y border-grey-3 sm:grid-cols-3 lg:grid-cols-1">
              {WINNERS.map(({ name, points }) => (
                <li
                  key={name}
                  className="grid content-start gap-3 py-5 max-sm:not-first:border-t max-sm:not-first:border-grey-2 lg:grid-cols-[7rem_1fr] lg:not-first:border-t lg:not-first:border-grey-2"
                >
                  <h4 className="font-semibold">{name}</h4>
                  <ul className="grid gap-1.5 text-[0.95rem] text-grey-4">
                    {points.map((point) => (
                      <li key={point} className="flex gap-2">
                        <Check aria-hidden className="mt-1 size-4 shrink-0 text-signal" />
                        {point}
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          </section>
        </div>

        <div className="mt-16 flex flex-wrap items-center gap-3">
          <TrialLink className="border-transparent bg-signal text-on-signal hover:bg-signal-strong">
            Start the free trial
          </TrialLink>
          <TrialLink className="border-grey-3 hover:border-ink">Open DuaiCheck</TrialLink>
          <a
            href="/duaicheck/models"
            data-client-navigation
            className="inline-flex min-h-11 items-center px-2 font-medium text-signal underline-offset-3 hover:underline"
          >
            Read the model cards
          </a>
          <FilmButton label="Film of the wall of images" className="ms-auto text-grey-4" />
        </div>
      </div>
    </section>
  );
}

function Figure({ before, value, wording, source }: Claim & { readonly before?: string }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        {before && <span className="text-lg text-grey-4">{before} </span>}
        <span className="display text-[clamp(4rem,9vw,7.5rem)] leading-none tabular-nums">{value}</span>{' '}
        <span className="text-lg">{wording}</span>
      </p>
      <ClaimNote source={source} className="mt-3 text-grey-4" />
    </>
  );
}

function TrialLink({ className, children }: { readonly className: string; readonly children: React.ReactNode }) {
  return (
    <a
      href="/duaicheck-trial"
      target="_blank"
      rel="noopener"
      className={`inline-flex min-h-13 max-w-full items-center gap-2.5 rounded border px-6 py-3 text-lg font-semibold no-underline transition-colors ${className}`}
    >
      {children}
      <ArrowUpRight aria-hidden className="size-5" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
