import { Outlet } from 'react-router';
import { TrialAuthProvider } from '../../features/accounts/institutions/trial-auth.tsx';

/** The trial portal: English, a light workbench with an equal dark theme. */
export default function TrialLayout() {
  return (
    <TrialAuthProvider>
      <div className="flex min-h-dvh flex-col">
        <Outlet />
      </div>
    </TrialAuthProvider>
  );
}
