import type { SampleContent } from '../../content/sample-content.ts';
import { classes } from '../../lib/class-names.ts';

/** Tells visitors that this content is invented, as long as it is. */
export function SampleNote({
  of,
  className,
  children,
}: {
  readonly of: Pick<SampleContent<unknown>, 'isSample'>;
  readonly className?: string;
  readonly children: string;
}) {
  if (!of.isSample) return null;
  return (
    <p
      data-sample
      className={classes('inline-block rounded border border-grey-3 px-2 py-0.5 text-xs text-grey-4', className)}
    >
      {children}
    </p>
  );
}
