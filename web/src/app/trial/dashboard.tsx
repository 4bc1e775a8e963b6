import { accounts, type trial } from '@duai/contract';
import { FileScan, LogOut, RefreshCw, Upload } from 'lucide-react';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { CONTACTS } from '../../content/contacts.ts';
import { expiryText, useScans, useTrialUsage } from '../../features/trial/scans.ts';
import { ScansTable } from '../../features/trial/scans-table.tsx';
import { useInstitutionUser } from '../../features/trial/trial-session.ts';
import { UploadScanDialog } from '../../features/trial/upload-scan-dialog.tsx';
import { apiErrorOf, call, messageOf } from '../../lib/api.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Content, SkipLink } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton, Spinner } from '../../ui/spinner.tsx';
import { ThemeSwitch } from '../../ui/switches.tsx';

const LOGIN = '/duaicheck-trial/login';

/** Admin only: nobody signed in goes to the login, any other role to /unauthorized. */
export default function TrialDashboard() {
  const user = useInstitutionUser();
  if (user.isPending) {
    return (
      <Content className="grid flex-1 place-items-center">
        <title>Dashboard – DuaiCheck</title>
        <Spinner label="Loading" />
      </Content>
    );
  }
  // A failure of the current-user call means no user, silently (specification, section 8).
  if (!user.data) return <Navigate to={LOGIN} replace />;
  if (user.data.role !== 'admin') return <Navigate to="/unauthorized" replace />;
  return <Workbench user={user.data} />;
}

function Workbench({ user }: { readonly user: accounts.InstitutionUser }) {
  const usage = useTrialUsage();
  const scans = useScans();
  const [isUploading, setIsUploading] = useState(false);
  const hasSessionEnded = [usage.error, scans.error].some((error) => apiErrorOf(error)?.status === 401);
  if (hasSessionEnded) return <Navigate to={LOGIN} replace state={{ isSessionEnded: true }} />;
  return (
    <>
      <title>Dashboard – DuaiCheck</title>
      <SkipLink />
      <header className="border-b border-grey-2 bg-surface">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-2">
          <Logo to="/duaicheck-trial" suffix="DuaiCheck" />
          <div className="flex flex-wrap items-center gap-x-3">
            <p className="text-sm">
              <span className="font-semibold">{user.username}</span>{' '}
              <span className="text-grey-4">{user.institution.name}</span>
            </p>
            <ThemeSwitch />
            <LogoutButton />
          </div>
        </div>
      </header>
      <Content className="mx-auto grid w-full max-w-6xl flex-1 content-start gap-6 px-5 py-8">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="font-serif text-3xl font-semibold tracking-tight">Dashboard</h1>
          <Button onClick={() => setIsUploading(true)}>
            <Upload aria-hidden className="size-5" />
            Upload DICOM
          </Button>
        </div>
        <UsageCards usage={usage.data} hasFailed={usage.isError} onRetry={() => void usage.refetch()} />
        <div className="grid gap-3">
          <div className="flex items-center justify-between gap-4">
            <h2 className="text-lg font-semibold">Recent Scans</h2>
            <Button variant="quiet" size="small" isPending={scans.isFetching} onClick={() => void scans.refetch()}>
              {!scans.isFetching && <RefreshCw aria-hidden className="size-4" />}
              Refresh
            </Button>
          </div>
          {scans.data === undefined && scans.isPending && <Skeleton className="h-56 w-full" />}
          {scans.data === undefined && scans.isError && (
            <ErrorState
              title="The scans could not be loaded"
              description={messageOf(scans.error, 'The server could not be reached. Nothing is lost.')}
              actionLabel="Try again"
              onAction={() => void scans.refetch()}
            />
          )}
          {scans.data?.length === 0 && (
            <EmptyState
              icon={FileScan}
              title="No scans yet"
              description="Upload the .dcm files of one examination; the findings appear here."
              action={<Button onClick={() => setIsUploading(true)}>Upload DICOM</Button>}
            />
          )}
          {scans.data && scans.data.length > 0 && <ScansTable scans={scans.data} />}
          <p className="text-sm text-grey-4">AI-assisted, for research and decision support. Not a diagnosis.</p>
        </div>
      </Content>
      <UploadScanDialog isOpen={isUploading} onClose={() => setIsUploading(false)} />
    </>
  );
}

function UsageCards({
  usage,
  hasFailed,
  onRetry,
}: {
  readonly usage: trial.TrialUsage | undefined;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}) {
  if (!usage && hasFailed) {
    return <ErrorState title="The usage could not be loaded" actionLabel="Try again" onAction={onRetry} />;
  }
  if (!usage) {
    return (
      <div role="status" aria-label="Loading" className="grid gap-5 sm:grid-cols-2">
        <Skeleton className="h-32" />
        <Skeleton className="h-32" />
      </div>
    );
  }
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Card className="grid gap-3">
        <h2 className="text-sm text-grey-4">Used scans</h2>
        <p className="font-serif text-3xl font-semibold tabular-nums">
          {usage.usedScans} of {usage.totalScans}
        </p>
        <Progress label="Used scans" share={Math.min(1, usage.usedScans / usage.totalScans)} />
        {usage.meteredScans > 0 && <p className="text-sm text-grey-4">{usage.meteredScans} more, paid per scan</p>}
      </Card>
      <Card className="grid content-start gap-3">
        <h2 className="text-sm text-grey-4">{usage.plan === 'trial' ? 'Trial period' : 'Pay per scan'}</h2>
        <p className="font-serif text-3xl font-semibold tabular-nums">
          {usage.plan === 'trial' ? `${usage.remainingDays} days` : 'Active'}
        </p>
        {usage.plan === 'trial' && (
          <p className="text-sm text-grey-4">
            {expiryText(usage.expiresAt)} ·{' '}
            <a
              className="font-medium text-signal underline underline-offset-3"
              href={`mailto:${CONTACTS.sales}?subject=${encodeURIComponent('DuaiCheck pricing')}`}
            >
              Request Pricing
            </a>
          </p>
        )}
      </Card>
    </div>
  );
}

function LogoutButton() {
  const [isLeaving, setIsLeaving] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const logout = async () => {
    setIsLeaving(true);
    try {
      await call(accounts.logoutInstitutionUser);
      window.location.assign(LOGIN);
    } catch {
      setIsLeaving(false);
      setHasFailed(true);
    }
  };
  return (
    <>
      {hasFailed && (
        <span role="alert" className="text-sm font-medium text-red">
          Logout failed
        </span>
      )}
      <button
        type="button"
        disabled={isLeaving}
        onClick={() => void logout()}
        className={buttonClasses('quiet', 'small')}
      >
        <LogOut aria-hidden className="size-4" />
        Logout
      </button>
    </>
  );
}
