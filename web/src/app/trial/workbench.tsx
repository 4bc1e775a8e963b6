import {
  BrainCircuit,
  Database,
  FileText,
  Images,
  LayoutDashboard,
  LogOut,
  Network,
  Plug,
  Receipt,
  Search,
  Target,
  Users,
} from 'lucide-react';
import { useState } from 'react';
import { NavLink, Outlet, useNavigate } from 'react-router';
import { useIsAdmin, useTrialAuth } from '../../features/accounts/institutions/trial-auth.tsx';
import { TRIAL_LOGIN, TrialGuard } from '../../features/accounts/institutions/trial-guard.tsx';
import { useTrialEvents, useTrialUsage } from '../../features/scans/scan-queries.ts';
import { messageOf } from '../../lib/api.ts';
import { classes } from '../../lib/class-names.ts';
import { useWorkTexts, type WorkTexts } from '../../lib/messages.tsx';
import { useRenewalByLanguage } from '../../lib/use-renewal-by-language.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { controlClasses } from '../../ui/forms/field.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/forms/switches.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Content, SkipLink } from '../../ui/page.tsx';

const BASE = '/duaicheck-trial/dashboard';
const STUDIES = `${BASE}/studies`;
type TabTexts = WorkTexts['portal']['workbench'];
const tabsOf = (texts: TabTexts) =>
  [
    [BASE, texts.dashboard, LayoutDashboard],
    [STUDIES, texts.studies, Images],
    [`${BASE}/models`, texts.aiModels, BrainCircuit],
    [`${BASE}/reports`, texts.reports, FileText],
  ] as const;
/** The tabs for managing the institution, besides reading scans. */
const institutionTabsOf = (texts: TabTexts) =>
  [
    ['/duaicheck-trial/proof', texts.performance, Target],
    ['/duaicheck-trial/usage', texts.usage, Receipt],
    ['/duaicheck-trial/integrations', texts.integrations, Plug],
    ['/duaicheck-trial/pacs', texts.pacs, Network],
    ['/duaicheck-trial/members', texts.members, Users],
    ['/duaicheck-trial/data', texts.yourData, Database],
  ] as const;

/** Layout of all pages behind the trial's sign-in, for admins of an institution; readers see only the studies. */
export default function Workbench() {
  return (
    <TrialGuard adminOnly>
      <Frame />
    </TrialGuard>
  );
}

function Frame() {
  const texts = useWorkTexts().portal.workbench;
  const { user } = useTrialAuth();
  const isAdmin = useIsAdmin();
  useTrialEvents();
  useRenewalByLanguage();
  return (
    <>
      <SkipLink />
      <header className="border-b border-grey-2 bg-surface">
        {/* On narrow screens: location and sign-out, then the user; the search is in the first row or, on a phone, the last. */}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2 md:grid md:grid-cols-[auto_1fr_auto_auto] lg:grid-cols-[auto_18rem_1fr_auto_auto] lg:gap-x-6">
          <div className="max-md:shrink-0 max-md:grow">
            <Logo to="/duaicheck-trial" suffix="DuaiCheck" />
          </div>
          <StudySearch />
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm max-lg:order-2 max-md:grow max-md:basis-40 md:max-lg:col-span-4 md:justify-end md:text-end">
            <span className="min-w-0">
              <span className="font-semibold">{user?.username}</span>{' '}
              <span className="text-grey-4">{user?.institution.name}</span>
            </span>
            {isAdmin && <SampleMark />}
          </p>
          <div className="justify-self-end max-md:order-3">
            <LanguageSwitch />
            <ThemeSwitch isCompact />
          </div>
          <div className="justify-self-end max-md:order-1">
            <LogoutButton />
          </div>
        </div>
      </header>
      <div className="flex flex-1 flex-col md:flex-row">
        <div className="border-b border-grey-2 bg-surface md:w-52 md:shrink-0 md:border-e md:border-b-0">
          <div className="flex flex-col md:sticky md:top-0">
            <Tabs label={texts.dashboard} tabs={tabsOf(texts).filter(([path]) => isAdmin || path === STUDIES)} />
            {isAdmin && <Tabs label={texts.institution} tabs={institutionTabsOf(texts)} />}
          </div>
        </div>
        <Content className="grid min-w-0 flex-1 content-start gap-6 px-5 py-6 lg:px-8">
          <Outlet />
          <p className="text-sm text-grey-4">{texts.aiAssistedForResearchAnd}</p>
        </Content>
      </div>
    </>
  );
}

function SampleMark() {
  const texts = useWorkTexts().portal.workbench;
  return useTrialUsage().data?.isSample ? <Badge tone="orange">{texts.sampleData}</Badge> : null;
}

function Tabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly (readonly [path: string, label: string, icon: typeof Target])[];
}) {
  return (
    <nav aria-label={label} className="border-b border-grey-2 last:border-b-0">
      <ul className="flex overflow-x-auto px-2 py-1 md:flex-col md:gap-1 md:p-3">
        {tabs.map(([path, text, Icon]) => (
          <li key={path} className="shrink-0">
            <NavLink
              to={path}
              end={path === BASE}
              className={({ isActive }) =>
                classes(
                  'flex min-h-10 items-center gap-2.5 rounded px-2 text-sm font-semibold whitespace-nowrap no-underline md:px-3',
                  isActive ? 'bg-signal-soft text-signal-strong' : 'text-grey-4 hover:bg-grey-1 hover:text-ink',
                )
              }
            >
              <Icon aria-hidden className="hidden size-4.5 shrink-0 md:block" strokeWidth={1.75} />
              {text}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Searches studies by description, label, body part, modality or finding; the Studies tab shows the results. */
function StudySearch() {
  const texts = useWorkTexts().portal.workbench;
  const navigate = useNavigate();
  return (
    <search className="max-md:order-4 max-md:w-full md:max-lg:max-w-72">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
          // From here on the Studies tab shows the search words.
          event.currentTarget.reset();
          void navigate(`${BASE}/studies${text ? `?text=${encodeURIComponent(text)}` : ''}`);
        }}
      >
        <Search aria-hidden className="pointer-events-none absolute start-3 top-3 size-4.5 text-grey-4" />
        <input
          type="search"
          name="text"
          aria-label={texts.searchStudies}
          placeholder={texts.searchStudies}
          className={classes(controlClasses, 'ps-10')}
        />
      </form>
    </search>
  );
}

function LogoutButton() {
  const texts = useWorkTexts().portal.workbench;
  const { logout } = useTrialAuth();
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const leave = async () => {
    setIsLeaving(true);
    try {
      await logout();
      window.location.assign(TRIAL_LOGIN);
    } catch (error) {
      setIsLeaving(false);
      setFailure(messageOf(error, texts.logoutFailed));
    }
  };
  return (
    <>
      {failure && (
        <span role="alert" className="text-sm font-medium text-red">
          {failure}
        </span>
      )}
      <button
        type="button"
        disabled={isLeaving}
        onClick={() => void leave()}
        className={buttonClasses('quiet', 'small')}
      >
        <LogOut aria-hidden className="size-4" />
        {texts.logout}
      </button>
    </>
  );
}
