import { accounts } from '@duai/contract';
import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, Navigate, NavLink, Outlet, useLocation, useOutletContext } from 'react-router';
import { useStaff } from '../../features/console/staff/staff-session.ts';
import { WorklistCounts } from '../../features/console/worklist/worklist-counts.tsx';
import { useOtherWindows } from '../../features/readings/page/other-windows.ts';
import { call } from '../../lib/api.ts';
import { classes } from '../../lib/class-names.ts';
import { dropAllDrafts } from '../../lib/draft.ts';
import { useWorkTexts, type WorkTexts } from '../../lib/messages.tsx';
import { onSessionEnded } from '../../lib/session.ts';
import { showToast } from '../../lib/toasts.ts';
import { useRenewalByLanguage } from '../../lib/use-renewal-by-language.ts';
import { Button } from '../../ui/button.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/forms/switches.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Content, linkClasses, SkipLink } from '../../ui/page.tsx';
import { Room } from '../../ui/room.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { ConsoleLoginState } from './accounts/login.tsx';

const PAGES = {
  radiologist: ['worklist'],
  operator: [
    'health',
    'applications',
    'institutions',
    'pacs',
    'algorithms',
    'press',
    'announcements',
    'claims',
    'users',
    'turnaround',
    'consents',
    'audit',
  ],
} as const satisfies Record<accounts.Staff['role'], readonly (keyof WorkTexts['console']['layout']['pages'])[]>;
const pathOf = (page: string) => `/console/${page}`;

const READING_ROOM = /^\/console\/cases\/[^/]+\/images\/?$/;
const READING_PAGE = /^\/console\/cases\/[^/]+\/?$/;

/** Available to both roles. */
const OWN_PASSWORD = '/console/password';

export const useSignedInStaff = (): accounts.Staff => useOutletContext<accounts.Staff>();

/** Layout of all pages behind the staff sign-in; each role sees its own pages. */
export default function ConsoleLayout() {
  const { pathname, search } = useLocation();
  const staff = useStaff();
  const { loading } = useWorkTexts().interface;
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => onSessionEnded(() => setHasEnded(true)), []);
  if (staff.isPending) {
    return (
      <Frame>
        <Spinner label={loading} />
      </Frame>
    );
  }
  if (!staff.data || hasEnded) {
    const state: ConsoleLoginState = { from: pathname + search, isSessionEnded: hasEnded };
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
  const { console: room } = useWorkTexts();
  const texts = room.layout;
  useRenewalByLanguage();
  useOtherWindows();
  const pages = PAGES[staff.role];
  const start = pathOf(pages[0]);
  const isOwn =
    pathname === OWN_PASSWORD ||
    pages.some((page) => pathname === pathOf(page)) ||
    (staff.role === 'radiologist' && pathname.startsWith('/console/cases/'));
  const isStart = pathname === '/console' || pathname === '/console/';
  useEffect(() => {
    if (!isOwn && !isStart) showToast({ title: texts.wrongRoleTitle, description: texts.wrongRole });
  }, [isOwn, isStart, texts]);
  if (!isOwn) return <Navigate to={start} replace />;
  // The reading room is all images; its own bar has the way back.
  if (READING_ROOM.test(pathname))
    return (
      <Room name="images">
        <Outlet context={staff} />
      </Room>
    );
  const isReading = READING_PAGE.test(pathname);
  return (
    <Room
      name={isReading ? 'images' : 'reading'}
      // Its panels scroll, the page does not.
      {...(isReading && { className: 'lg:relative lg:h-dvh lg:overflow-hidden' })}
    >
      <SkipLink />
      <header className="border-b border-grey-2 bg-surface">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-1.5">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
            <Logo to={start} suffix={room.name} />
            <nav aria-label={room.name} className="flex flex-wrap gap-x-1">
              {pages.map((page) => (
                <NavLink
                  key={page}
                  to={pathOf(page)}
                  className={({ isActive }) =>
                    classes(
                      'inline-flex min-h-9 items-center rounded px-2.5 text-sm font-semibold no-underline',
                      isActive || (page === 'worklist' && pathname.startsWith('/console/cases/'))
                        ? 'bg-signal-soft text-signal-strong'
                        : 'text-grey-4 hover:bg-grey-1 hover:text-ink',
                    )
                  }
                >
                  {texts.pages[page]}
                </NavLink>
              ))}
            </nav>
            {staff.role === 'radiologist' && <WorklistCounts />}
          </div>
          <div className="ms-auto flex flex-wrap items-center gap-x-2 text-sm">
            <Link to={OWN_PASSWORD} className={linkClasses} title={texts.changePassword}>
              {staff.name}
            </Link>
            <LanguageSwitch />
            <ThemeSwitch isCompact />
            <SignOut />
          </div>
        </div>
      </header>
      <Content className={isReading ? 'flex min-h-0 flex-1 flex-col' : 'flex-1 px-4 py-4'}>
        <Outlet context={staff} />
      </Content>
    </Room>
  );
}

function SignOut() {
  const texts = useWorkTexts().console.layout;
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = async () => {
    setIsLeaving(true);
    try {
      await call(accounts.logoutStaff);
      dropAllDrafts();
      window.location.assign('/console/login');
    } catch {
      setIsLeaving(false);
      showToast({ title: texts.signOutFailedTitle, description: texts.signOutFailed, tone: 'destructive' });
    }
  };
  return (
    <Button variant="quiet" size="small" isPending={isLeaving} onClick={() => void leave()}>
      <LogOut aria-hidden className="size-4" />
      {texts.signOut}
    </Button>
  );
}
