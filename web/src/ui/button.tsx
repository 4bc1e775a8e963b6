import { Link, type LinkProps } from 'react-router';
import { classes } from '../lib/class-names.ts';
import { SpinnerIcon } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-signal text-on-signal hover:bg-signal-strong border-transparent',
  secondary: 'bg-surface text-ink border-grey-3 hover:border-ink hover:bg-grey-1',
  quiet: 'bg-transparent text-signal border-transparent hover:bg-signal-soft hover:text-signal-strong',
  danger: 'bg-red-strong text-on-red border-transparent hover:opacity-90',
};
const SIZES: Record<ButtonSize, string> = {
  // Touch targets need 44 px (WCAG 2.5.5); dense tables with a mouse do not.
  small: 'min-h-8 pointer-coarse:min-h-11 px-3 py-1 text-sm gap-1.5',
  medium: 'min-h-11 px-4 py-2 gap-2',
  large: 'min-h-13 px-6 py-3 text-lg gap-2.5',
};

export const buttonClasses = (
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'medium',
  extra?: string,
): string =>
  classes(
    'inline-flex items-center justify-center rounded border font-semibold text-center no-underline transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55 print:hidden',
    VARIANTS[variant],
    SIZES[size],
    extra,
  );

export interface ButtonProps extends React.ComponentProps<'button'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Disables the button and shows a spinner beside its label. */
  readonly isPending?: boolean;
}

export function Button({ variant, size, isPending = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isPending}
      aria-busy={isPending || undefined}
      className={buttonClasses(variant, size, className)}
    >
      {isPending && <SpinnerIcon />}
      {children}
    </button>
  );
}

/** A link styled as a button, for navigation only. */
export function ButtonLink({
  variant,
  size,
  className,
  ...rest
}: LinkProps & { readonly variant?: ButtonVariant; readonly size?: ButtonSize }) {
  return <Link {...rest} className={buttonClasses(variant, size, className)} />;
}

/** A square button with an icon; `label` is its accessible name. */
export function IconButton({ label, className, children, ...rest }: ButtonProps & { readonly label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classes(
        'inline-grid size-10 pointer-coarse:size-11 shrink-0 place-items-center rounded text-grey-4 hover:bg-grey-1 hover:text-ink disabled:opacity-50 print:hidden',
        className,
      )}
    >
      {children}
    </button>
  );
}
