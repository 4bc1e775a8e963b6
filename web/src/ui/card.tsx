import { classes } from '../lib/class-names.ts';

export function Card({ className, ...rest }: React.ComponentProps<'div'>) {
  return <div {...rest} className={classes('rounded border border-grey-2 bg-surface p-5 sm:p-6', className)} />;
}
