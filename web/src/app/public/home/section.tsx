import { HOME } from '../../../content/home-rules.ts';
import { classes } from '../../../lib/class-names.ts';

/** One of several sentences in a headline, which breaks between them first. */
export function Sentence({ children }: { readonly children: string }) {
  return <span className="inline-block max-w-full">{children}</span>;
}

/**
 * A part of the home page: separated by a calibration scale, its heading in the left columns, its content in the right. It
 * animates in once, when the fraction `reveal` of it is in view.
 */
export function Section({
  id,
  heading,
  lead,
  reveal = 'tall',
  className,
  children,
}: {
  readonly id: string;
  readonly heading: React.ReactNode;
  readonly lead?: React.ReactNode;
  readonly reveal?: keyof typeof HOME.revealThresholds;
  readonly className?: string;
  readonly children: React.ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      data-reveal={HOME.revealThresholds[reveal]}
      className={classes('home-section', className)}
    >
      <div className="mx-auto grid max-w-7xl grid-cols-1 gap-x-8 gap-y-10 px-5 lg:grid-cols-12">
        <header className="lg:col-span-4">
          <div className="lg:sticky lg:top-28">
            <h2 id={`${id}-heading`} className="display text-[clamp(2.1rem,3.9vw,3.25rem)]">
              {heading}
            </h2>
            {lead && <div className="mt-5 max-w-md text-grey-4">{lead}</div>}
          </div>
        </header>
        <div className="min-w-0 lg:col-span-8 xl:col-span-7 xl:col-start-6">{children}</div>
      </div>
    </section>
  );
}
