import { Navigate, useLocation } from 'react-router';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Content } from '../../../ui/page.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { type TrialAuthState, useTrialAuth } from './trial-auth.tsx';

export const TRIAL_LOGIN = '/duaicheck-trial/login';

const STUDIES = '/duaicheck-trial/dashboard/studies';

/**
 * Sends signed-out visitors to the login. With `adminOnly`, members go to /unauthorized (section 6), and readers go to the
 * studies from any other page.
 */
export function whereTo({ user, loading }: TrialAuthState, adminOnly: boolean, path = ''): 'wait' | 'enter' | string {
  if (user?.role === 'reader' && adminOnly)
    return path === STUDIES || path.startsWith(`${STUDIES}/`) ? 'enter' : STUDIES;
  if (user) return adminOnly && user.role !== 'admin' ? '/unauthorized' : 'enter';
  return loading ? 'wait' : TRIAL_LOGIN;
}

export function TrialGuard({
  adminOnly = false,
  children,
}: {
  readonly adminOnly?: boolean;
  readonly children: React.ReactNode;
}) {
  const texts = useWorkTexts().accounts.trialGuard;
  const { pathname } = useLocation();
  const where = whereTo(useTrialAuth(), adminOnly, pathname);
  if (where === 'enter') return children;
  if (where !== 'wait') return <Navigate to={where} replace />;
  return (
    <Content className="grid flex-1 place-items-center">
      <title>{texts.dashboardDuaicheck}</title>
      <Spinner label={texts.loading} />
    </Content>
  );
}
