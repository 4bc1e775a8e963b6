import { useId } from 'react';
import { Card } from './card.tsx';

/** One topic of a page under its own heading, with an explanation in plain words. */
export function SectionCard({
  heading,
  help,
  children,
}: {
  readonly heading: string;
  readonly help?: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  const id = useId();
  return (
    <Card>
      <section aria-labelledby={id} className="grid gap-5">
        <div className="grid gap-1">
          <h2 id={id} className="font-serif text-xl font-semibold">
            {heading}
          </h2>
          {help && <p className="text-grey-4">{help}</p>}
        </div>
        {children}
      </section>
    </Card>
  );
}
