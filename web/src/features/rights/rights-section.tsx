import { useId } from 'react';
import { Card } from '../../ui/card.tsx';

/** One right under its heading, with what it means in plain words. */
export function RightsSection({
  heading,
  help,
  children,
}: {
  readonly heading: string;
  readonly help: string;
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
          <p className="text-grey-4">{help}</p>
        </div>
        {children}
      </section>
    </Card>
  );
}
