import { Outlet } from 'react-router';
import { ThemeSwitch } from '../../../ui/forms/switches.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { Content, SkipLink } from '../../../ui/page.tsx';
import { CookieBanner, NewsBanner } from './site-banners.tsx';
import { SiteFooter } from './site-footer.tsx';

/** Frame of the public pages other than landing pages: banners, plain header, footer. */
export default function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <NewsBanner />
      <header className="border-b border-grey-2">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-4 px-5 py-3">
          <Logo />
          <ThemeSwitch />
        </div>
      </header>
      <Content className="flex-1">
        <Outlet />
      </Content>
      <SiteFooter />
      <CookieBanner />
    </div>
  );
}
