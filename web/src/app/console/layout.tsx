import { accounts } from '@duai/contract';
import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, Navigate, NavLink, Outlet, useLocation, useOutletContext } from 'react-router';
import { useStaff } from '../../features/console/staff-session.ts';
import { WorklistCounts } from '../../features/console/worklist-counts.tsx';
import { call } from '../../lib/api.ts';
import { classes } from '../../lib/class-names.ts';
import { dropAllDrafts } from '../../lib/draft.ts';
import { onSessionEnded } from '../../lib/session.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Content, linkClasses, SkipLink } from '../../ui/page.tsx';
import { Room } from '../../ui/room.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ThemeSwitch } from '../../ui/switches.tsx';
import type { ConsoleLoginState } from './login.tsx';

const PAGES = {
  radiologist: [['/console/worklist', 'Worklist']],
  operator: [
    ['/console/health', 'Health'],
    ['/console/applications', 'Applications'],
    ['/console/institutions', 'Institutions'],
    ['/console/press', 'Press'],
    ['/console/announcements', 'Announcements'],
    ['/console/claims', 'Claims'],
    ['/console/users', 'Users'],
    ['/console/audit', 'Audit'],
  ],
} as const satisfies Record<accounts.Staff['role'], readonly (readonly [string, string])[]>;

/** For both roles. */
const OWN_PASSWORD = '/console/password';

export const useSignedInStaff = (): accounts.Staff => useOutletContext<accounts.Staff>();

/** Everything behind the staff's sign-in; each role sees its own pages. */
export default function ConsoleLayout() {
  const { pathname } = useLocation();
  const staff = useStaff();
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => onSessionEnded(() => setHasEnded(true)), []);
  if (staff.isPending) {
    return (
      <Frame>
        <Spinner label="Loading" />
      </Frame>
    );
  }
  if (!staff.data || hasEnded) {
    const state: ConsoleLoginState = { from: pathname, isSessionEnded: hasEnded };
    return <Navigate to="/console/login" replace state={state} />;
  }
  return <SignedIn staff={staff.data} />;
}

function Frame({ children }: { readonly children: React.ReactNode }) {
  return (
    <Room name="reading" className="items-center justify-center">
      {children}
    </Room>
  );
}

function SignedIn({ staff }: { readonly staff: accounts.Staff }) {
  const { pathname } = useLocation();
  const pages = PAGES[staff.role];
  const start = pages[0][0];
  const isOwn =
    pathname === OWN_PASSWORD ||
    pages.some(([path]) => pathname === path) ||
    (staff.role === 'radiologist' && pathname.startsWith('/console/cases/'));
  const isStart = pathname === '/console' || pathname === '/console/';
  useEffect(() => {
    if (!isOwn && !isStart)
      showToast({ title: 'This page is not for your role', description: 'You were taken to your own start page.' });
  }, [isOwn, isStart]);
  if (!isOwn) return <Navigate to={start} replace />;
  return (
    <Room name="reading">
      <SkipLink />
      <header className="border-b border-grey-2 bg-surface">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-1.5">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
            <Logo to={start} suffix="Console" />
            <nav aria-label="Console" className="flex flex-wrap gap-x-1">
              {pages.map(([path, label]) => (
                <NavLink
                  key={path}
                  to={path}
                  className={({ isActive }) =>
                    classes(
                      'inline-flex min-h-9 items-center rounded px-2.5 text-sm font-semibold no-underline',
                      isActive || (path === '/console/worklist' && pathname.startsWith('/console/cases/'))
                        ? 'bg-signal-soft text-signal-strong'
                        : 'text-grey-4 hover:bg-grey-1 hover:text-ink',
                    )
                  }
                >
                  {label}
                </NavLink>
              ))}
            </nav>
            {staff.role === 'radiologist' && <WorklistCounts />}
          </div>
          <div className="flex items-center gap-2 text-sm">
            <Link to={OWN_PASSWORD} className={linkClasses} title="Change your password">
              {staff.name}
            </Link>
            <ThemeSwitch />
            <SignOut />
          </div>
        </div>
      </header>
      <Content className="flex-1 px-4 py-4">
        <Outlet context={staff} />
      </Content>
    </Room>
  );
}

function SignOut() {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = async () => {
    setIsLeaving(true);
    try {
      await call(accounts.logoutStaff);
      dropAllDrafts();
      window.location.assign('/console/login');
    } catch {
      setIsLeaving(false);
      showToast({ title: 'You could not be signed out', description: 'Please try again.', tone: 'destructive' });
    }
  };
  return (
    <Button variant="quiet" size="small" isPending={isLeaving} onClick={() => void leave()}>
      <LogOut aria-hidden className="size-4" />
      Sign out
    </Button>
  );
}
