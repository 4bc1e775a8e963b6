import { useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { Logo } from '../../ui/logo.tsx';
import { Content, SkipLink } from '../../ui/page.tsx';
import { ThemeSwitch } from '../../ui/switches.tsx';

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
    </div>
  );
}

export function PublicFooter() {
  return (
    <footer className="border-t border-grey-2 text-sm text-grey-4">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-2 px-5 py-6">
        <p>© {new Date().getFullYear()} DUAI</p>
        <nav aria-label="Legal" className="flex flex-wrap gap-x-6">
          <Link className="inline-flex min-h-8 items-center underline-offset-3 hover:underline" to="/privacy-policy">
            Privacy Policy
          </Link>
          <Link className="inline-flex min-h-8 items-center underline-offset-3 hover:underline" to="/terms-of-service">
            Terms of Service
          </Link>
        </nav>
      </div>
    </footer>
  );
}
