import { ArrowUpRight } from 'lucide-react';
import { PARTNERS } from '../../../content/partners.ts';
import { InstalledCatalogue } from '../claim-shown.tsx';
import { SampleNote } from '../sample-note.tsx';
import { Section } from './section.tsx';

/** Part 11. */
export function Partners() {
  return (
    <Section
      id="partners"
      heading="Partners"
      lead={
        <>
          <p>They build the algorithms. We bring them together, check them, and carry the connection.</p>
          <SampleNote of={PARTNERS} className="mt-4">
            Sample: these companies are invented.
          </SampleNote>
          <InstalledCatalogue className="mt-4 text-sm" />
        </>
      }
    >
      <ul className="border-b border-grey-2">
        {PARTNERS.entries.map(({ name, location, description, logoId, website }) => (
          <li
            key={logoId}
            className="grid gap-x-8 gap-y-2 border-t border-grey-2 py-6 sm:grid-cols-[11rem_minmax(0,1fr)]"
          >
            <div>
              <img
                src={`/api/partners/logos/${logoId}`}
                data-local="/images/placeholder.svg"
                alt=""
                width={150}
                height={32}
                loading="lazy"
                className="h-8 w-auto max-w-full"
              />
              <p className="mt-2 text-sm text-grey-4">{location}</p>
            </div>
            <div>
              <h3 className="font-semibold">{name}</h3>
              <p className="mt-1 text-grey-4">{description}</p>
              <a
                href={website}
                target="_blank"
                rel="noopener"
                className="mt-1 inline-flex min-h-8 max-w-full items-center gap-1 font-medium wrap-anywhere text-signal underline-offset-3 hover:underline"
              >
                {new URL(website).hostname}
                <ArrowUpRight aria-hidden className="size-4" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
