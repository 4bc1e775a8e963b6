import { AuthFrame } from '../../features/accounts/auth-frame.tsx';
import { Logo } from '../../ui/logo.tsx';
import { OfflineBanner } from '../../ui/offline-banner.tsx';
import { Content, SkipLink } from '../../ui/page.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/switches.tsx';
import { useServiceName } from './layout.tsx';

/** Frame of the pages before the sign-in: header with the switches, form, claims. */
export function AuthPage({
  title,
  heading,
  children,
}: {
  readonly title: string;
  readonly heading: string;
  readonly children: React.ReactNode;
}) {
  return (
    <>
      <title>{title}</title>
      <SkipLink />
      <header className="border-b border-grey-2">
        <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-4 px-5 py-2">
          <Logo to="/second-opinion" suffix={useServiceName()} />
          <div className="flex items-center gap-1">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        </div>
      </header>
      <Content className="flex flex-1 flex-col">
        <OfflineBanner className="mx-auto mt-6 w-[calc(100%-2.5rem)] max-w-5xl" />
        <AuthFrame heading={heading}>{children}</AuthFrame>
      </Content>
    </>
  );
}
