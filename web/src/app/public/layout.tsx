import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { POLICIES } from '../../content/policies.ts';
import { Logo } from '../../ui/logo.tsx';
import { Content, SkipLink } from '../../ui/page.tsx';
import { ThemeSwitch } from '../../ui/switches.tsx';
import { CookieBanner, NewsBanner } from './site-banners.tsx';

/** Static pages open at their top. */
export function useScrollToTop(): void {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    if (pathname && !hash) window.scrollTo(0, 0);
  }, [pathname, hash]);
}

export default function PublicLayout() {
  useScrollToTop();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <NewsBanner />
      <header className="border-b border-grey-2">
        <div className="mx-auto flex max-w-6xl items-center justify-between gap-4 px-5 py-3">
          <Logo />
          <ThemeSwitch />
        </div>
      </header>
      <Content className="flex-1">
        <Outlet />
      </Content>
      <PublicFooter />
      <CookieBanner />
    </div>
  );
}

const LEGAL_LINKS = [
  ...POLICIES.map(({ path, title }) => ({ href: path, title })),
  { href: '/cookie-policy#choice', title: 'Cookie settings' },
];

export function PublicFooter() {
  return (
    <footer className="border-t border-grey-2 text-sm text-grey-4">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-2 px-5 py-6">
        <p>© {new Date().getFullYear()} DUAI</p>
        <nav aria-label="Legal" className="flex flex-wrap gap-x-6">
          {LEGAL_LINKS.map(({ href, title }) => (
            <a
              key={href}
              href={href}
              className="inline-flex min-h-8 items-center underline-offset-3 hover:text-ink hover:underline"
            >
              {title}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}
