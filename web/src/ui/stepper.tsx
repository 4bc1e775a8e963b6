import { Check } from 'lucide-react';
import { classes } from '../lib/class-names.ts';
import { useInterfaceTexts } from '../lib/messages.tsx';

/** The current step of a form with several steps; steps count from 1. */
export function Stepper({
  steps,
  current,
  label,
}: {
  readonly steps: readonly string[];
  readonly current: number;
  readonly label: string;
}) {
  const texts = useInterfaceTexts();
  return (
    <nav aria-label={label}>
      <p className="mb-2 text-[0.9em] text-grey-4 sm:sr-only">
        {texts.stepOf({ step: current, total: steps.length })} · {steps[current - 1]}
      </p>
      <ol className="flex gap-2">
        {steps.map((step, index) => {
          const isDone = index + 1 < current;
          const isCurrent = index + 1 === current;
          return (
            <li key={step} aria-current={isCurrent ? 'step' : undefined} className="flex-1">
              <div className={classes('h-1 rounded-full', isDone || isCurrent ? 'bg-signal' : 'bg-grey-2')} />
              <div
                className={classes(
                  'mt-2 hidden items-center gap-1.5 text-[0.85em] sm:flex',
                  isCurrent ? 'font-semibold' : 'text-grey-4',
                )}
              >
                {isDone ? <Check aria-hidden className="size-4 text-signal" /> : <span>{index + 1}.</span>}
                <span>{step}</span>
              </div>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
