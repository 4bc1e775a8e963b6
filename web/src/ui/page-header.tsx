import { classes } from '../lib/class-names.ts';
import { LanguageSwitch, ThemeSwitch } from './forms/switches.tsx';
import { Logo } from './logo.tsx';

const WIDTHS = { small: 'max-w-2xl', medium: 'max-w-3xl', large: 'max-w-4xl', extraLarge: 'max-w-5xl' } as const;

/** Header of a standalone page: its area, language and theme; as wide as the content below. */
export function PageHeader({
  home,
  suffix,
  width,
  isRaised = false,
}: {
  readonly home: string;
  readonly suffix?: string;
  readonly width: keyof typeof WIDTHS;
  readonly isRaised?: boolean;
}) {
  return (
    <header className={classes('border-b border-grey-2 print:hidden', isRaised && 'bg-surface')}>
      <div className={classes('mx-auto flex flex-wrap items-center justify-between gap-x-4 px-5 py-2', WIDTHS[width])}>
        <Logo to={home} suffix={suffix} />
        <div className="-ms-2 flex flex-wrap items-center gap-1">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </header>
  );
}
