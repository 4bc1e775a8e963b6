import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Route table (specification, section 2, and decisions.md "New pages"). */
export default [
  index('app/public/home/index.tsx'),
  layout('app/public/layout.tsx', [
    route('privacy-policy', 'app/public/privacy-policy.tsx'),
    route('terms-of-service', 'app/public/terms-of-service.tsx'),
    route('cookie-policy', 'app/public/cookie-policy.tsx'),
    route('press', 'app/public/press.tsx'),
    route('unauthorized', 'app/public/unauthorized.tsx'),
    route('*', 'app/public/not-found.tsx'),
  ]),
  route('second-opinion', 'app/public/second-opinion.tsx'),
  layout('app/patient/layout.tsx', [
    route('second-opinion/register', 'app/patient/register.tsx'),
    route('second-opinion/login', 'app/patient/login.tsx'),
    route('second-opinion/forgot-password', 'app/patient/forgot-password.tsx'),
    route('second-opinion/reset-password', 'app/patient/reset-password.tsx'),
    route('second-opinion/verify-email', 'app/patient/verify-email.tsx'),
    layout('app/patient/signed-in.tsx', [
      route('second-opinion/dashboard', 'app/patient/dashboard.tsx'),
      route('second-opinion/settings', 'app/patient/settings.tsx'),
      route('second-opinion/cases/:caseId', 'app/patient/case.tsx'),
      route('second-opinion/cases/:caseId/report', 'app/patient/report.tsx'),
    ]),
  ]),
  layout('app/trial/layout.tsx', [
    route('duaicheck-trial', 'app/trial/landing.tsx'),
    route('duaicheck-trial/login', 'app/trial/login.tsx'),
    route('duaicheck-trial/register', 'app/trial/register.tsx'),
    route('duaicheck-trial/invitation', 'app/trial/invitation.tsx'),
    route('duaicheck-trial/forgot-password', 'app/trial/forgot-password.tsx'),
    route('duaicheck-trial/reset-password', 'app/trial/reset-password.tsx'),
    layout('app/trial/workbench.tsx', [
      route('duaicheck-trial/dashboard', 'app/trial/dashboard.tsx'),
      route('duaicheck-trial/dashboard/studies', 'app/trial/studies.tsx'),
      route('duaicheck-trial/dashboard/studies/:scanId', 'app/trial/study.tsx'),
      route('duaicheck-trial/dashboard/studies/:scanId/report', 'app/trial/study-report.tsx'),
      route('duaicheck-trial/dashboard/models', 'app/trial/models.tsx'),
      route('duaicheck-trial/dashboard/reports', 'app/trial/reports.tsx'),
    ]),
  ]),
  route('console/login', 'app/console/login.tsx'),
  route('console/forgot-password', 'app/console/forgot-password.tsx'),
  route('console/reset-password', 'app/console/reset-password.tsx'),
  route('console', 'app/console/layout.tsx', [
    index('app/console/index.tsx'),
    route('worklist', 'app/console/worklist.tsx'),
    route('cases/:caseId', 'app/console/case.tsx'),
    route('health', 'app/console/health.tsx'),
    route('applications', 'app/console/applications.tsx'),
    route('institutions', 'app/console/institutions.tsx'),
    route('press', 'app/console/press.tsx'),
    route('announcements', 'app/console/announcements.tsx'),
    route('users', 'app/console/users.tsx'),
    route('audit', 'app/console/audit.tsx'),
  ]),
] satisfies RouteConfig;
