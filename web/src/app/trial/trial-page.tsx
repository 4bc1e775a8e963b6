import { classes } from '../../lib/class-names.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/forms/switches.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Content, SkipLink } from '../../ui/page.tsx';

/** Frame of the trial's forms: header, one narrow column. */
export function TrialPage({
  title,
  heading,
  intro,
  isNarrow = false,
  children,
}: {
  readonly title: string;
  readonly heading: string;
  readonly intro?: React.ReactNode;
  /** For a form of one or two fields. */
  readonly isNarrow?: boolean;
  readonly children: React.ReactNode;
}) {
  const texts = useWorkTexts().portal.trialPage;
  return (
    <>
      <title>{texts.duaicheck({ title })}</title>
      <SkipLink />
      <header className="border-b border-grey-2">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-4 px-5 py-2">
          <Logo to="/duaicheck-trial" suffix="DuaiCheck" />
          <div className="flex items-center gap-2">
            <LanguageSwitch />
            <ThemeSwitch isCompact />
          </div>
        </div>
      </header>
      <Content className={classes('mx-auto w-full flex-1 px-5 py-10', isNarrow ? 'max-w-md sm:py-16' : 'max-w-2xl')}>
        <h1 className="font-serif text-3xl font-semibold tracking-tight">{heading}</h1>
        {intro && <div className="mt-2">{intro}</div>}
        <div className="mt-6 grid gap-6">{children}</div>
      </Content>
    </>
  );
}
