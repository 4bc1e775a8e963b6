import type { Tx } from './adapters/database/port.ts';
import type { ApiKeyActor, InstitutionActor, StaffActor } from './core/actor.ts';
import {
  type Accounts,
  consentsComplete,
  createAccessEnds,
  createAccounts,
  createAuthenticate,
  sweepAccounts,
  sweepEndedAccess,
} from './features/accounts/index.ts';
import { createAnalyses, runAnalysis, runElsewhere } from './features/analyses/index.ts';
import { createAudit } from './features/audit/index.ts';
import { createAuditExport } from './features/audit-export/index.ts';
import { createBilling } from './features/billing/index.ts';
import { createCases, createFirstReports } from './features/cases/index.ts';
import { createCatalogue, createModelRoutes } from './features/catalogue/index.ts';
import { createClaims } from './features/claims/index.ts';
import { createDicomweb } from './features/dicomweb/index.ts';
import { createEvaluation } from './features/evaluation/index.ts';
import { createFhir } from './features/fhir/index.ts';
import { createHl7 } from './features/hl7/index.ts';
import { createInstitutionData } from './features/institution-data/index.ts';
import { createInstitutions } from './features/institutions/index.ts';
import { createIntegrations } from './features/integrations/index.ts';
import { createMonitoring } from './features/monitoring/index.ts';
import { createNotes } from './features/notes/index.ts';
import { createNotifications } from './features/notifications/index.ts';
import { createOperations } from './features/operations/index.ts';
import { createPackages } from './features/packages/index.ts';
import { createPacs } from './features/pacs/index.ts';
import { createPress } from './features/press/index.ts';
import { createQuestions } from './features/questions/index.ts';
import { createReports } from './features/reports/index.ts';
import { createRetention } from './features/retention/index.ts';
import { createRights } from './features/rights/index.ts';
import { createScans } from './features/scans/index.ts';
import { createSharedLinkOf, createShares } from './features/shares/index.ts';
import { createSiteAssets } from './features/site-assets/index.ts';
import {
  continueCases,
  createStudies,
  ingest,
  ingestStudies,
  registerFileChecks,
  registerOlderHeaders,
  studiesReady,
  sweep,
  sweepStorage,
} from './features/studies/index.ts';
import { createUploads } from './features/uploads/index.ts';
import type { Parts } from './parts.ts';

export type Features = ReturnType<typeof createFeatures>;

/** Two chains of dependencies: accounts ← cases ← studies ← analyses ← reports, and institutions ← scans ← evaluation. */
export function createFeatures(parts: Parts, publicUrl: () => string) {
  const audit = createAudit(parts);
  const notifications = createNotifications(parts, { publicUrl });
  // These features depend on accounts and are created later; the functions are called only once requests come.
  const accounts: Accounts = createAccounts(parts, {
    audit,
    notifications,
    publicUrl,
    onInstitutionActivated: (tx, institutionId) => institutions.trials.activate(tx, institutionId),
    endShares: (tx, context, patientId) => shares.revokeAllOf(tx, context, patientId),
  });
  const accessEnds = createAccessEnds(parts.db);
  const cases = createCases(parts, { accounts, audit, notifications });
  const firstReports = createFirstReports(parts, { cases, audit });
  const studies = createStudies(parts, { cases, audit });
  const uploads = createUploads(parts, { cases, studies });
  const packages = createPackages(parts, { accounts, audit });
  const analyses = createAnalyses(parts, { audit, cases, studies, packages, modelRoutes: createModelRoutes() });
  const reports = createReports(parts, { accounts, audit, notifications, cases, studies, analyses });
  const questions = createQuestions(parts, { accounts, audit, cases, notifications, reports });
  const notes = createNotes(parts, { accounts, audit, cases, notifications, reports });
  const shares = createShares(parts, { accounts, audit, notifications, cases, studies, reports });
  const rights = createRights(parts, {
    accounts,
    audit,
    notifications,
    cases,
    firstReports,
    studies,
    uploads,
    reports,
    shares,
    analyses,
  });
  const institutions = createInstitutions({ ...parts, accounts, audit, notifications });
  const billing = createBilling({ ...parts, accounts, audit, notifications, institutions });
  const nameOf = async (on: Tx, actor: InstitutionActor | StaffActor | ApiKeyActor): Promise<string> => {
    if (actor.realm === 'staff') return actor.name;
    const names = actor.realm === 'api-key' ? integrations.keys : accounts.members;
    return names.nameOf(on, actor.institutionId, actor.id);
  };
  const scans = createScans({
    ...parts,
    audit,
    studies,
    analyses,
    institutions,
    billing,
    keepAside: (tx, other) => pacs.keepAside(tx, other),
    removeKeptAside: (tx, scanId) => pacs.removeOfScan(tx, scanId),
    countKeptAside: (tx, scanId) => pacs.countOfScan(tx, scanId),
    forgetOrder: (tx, scanId) => pacs.forgetOrder(tx, scanId),
    nameOf,
  });
  const catalogue = createCatalogue({ ...parts, audit, analyses, packages });
  const evaluation = createEvaluation({ ...parts, accounts, audit, studies, analyses, packages, institutions });
  const pacs = createPacs({ ...parts, publicUrl, accounts, audit, scans, studies });
  const institutionData = createInstitutionData({
    ...parts,
    accounts,
    audit,
    studies,
    analyses,
    institutions,
    billing,
    scans,
    evaluation,
    pacs,
    removeWorkitems: (tx, institutionId) => dicomweb.workitems.removeAllOf(tx, institutionId),
  });
  const auditExport = createAuditExport({ ...parts, audit, publicUrl });
  const retention = createRetention({ ...parts, accounts, audit, notifications, scans });
  const press = createPress(parts, { audit, publicUrl });
  const claims = createClaims(parts, { audit });
  const siteAssets = createSiteAssets();
  const monitoring = createMonitoring(parts, { accounts, audit, notifications, packages });
  const operations = createOperations(parts, {
    ...{ accounts, audit, cases, notifications, studies },
    moreChecks: () => packages.remoteModels(),
    breaches: () => monitoring.breaches(),
  });
  const integrations = createIntegrations({ ...parts, audit, scans });
  const { db, storage, clock } = parts;
  const dicomweb = createDicomweb({
    ...{ db, storage, clock, log: parts.log, audit, analyses, scans, studies, publicUrl },
    nameOf: async (tx, { actor }) =>
      actor.realm === 'institution' || actor.realm === 'api-key' ? nameOf(tx, actor) : '',
  });
  const fhir = createFhir({
    ...{ db: parts.db, clock: parts.clock, audit, scans, publicUrl },
    allowedHosts: parts.config.FHIR_KEYS_ALLOWED_HOSTS,
    tokenAddress: () => `${publicUrl().replace(/\/$/, '')}/fhir/R4/auth/token`,
  });
  const hl7 = createHl7({ ...parts, audit, scans });
  const authenticate = createAuthenticate(accounts, {
    sharedLinkOf: createSharedLinkOf(shares, accounts),
    apiKeyOf: integrations.keys.actorOf,
    recordSystemOf: fhir.signIn.actorOf,
  });
  return {
    audit,
    notifications,
    accounts,
    accessEnds,
    cases,
    firstReports,
    studies,
    uploads,
    questions,
    packages,
    analyses,
    reports,
    notes,
    shares,
    rights,
    institutions,
    billing,
    scans,
    catalogue,
    evaluation,
    institutionData,
    retention,
    auditExport,
    integrations,
    dicomweb,
    fhir,
    hl7,
    pacs,
    press,
    claims,
    siteAssets,
    monitoring,
    operations,
    authenticate,
  };
}

const NIGHTLY = '30 3 * * *';

/** Registers the handlers of all jobs. Each job name has exactly one; the queue refuses a second. */
export function registerJobs(
  parts: Parts,
  {
    accounts,
    audit,
    cases,
    notifications,
    uploads,
    analyses,
    reports,
    rights,
    institutions,
    scans,
    evaluation,
    integrations,
    hl7,
    pacs,
    monitoring,
    operations,
    retention,
    auditExport,
  }: Features,
): void {
  const { queue } = parts;
  queue.handle(ingestStudies, (payload) => ingest(parts, { cases }, payload));
  queue.handle(consentsComplete, (payload) => continueCases(parts, { cases, audit }, payload));
  queue.handle(studiesReady, (payload) => analyses.plan(payload));
  for (const job of [runAnalysis, runElsewhere])
    queue.handle(job, (payload, attempt) => analyses.run(payload, attempt));
  queue.handle(sweepStorage, async () => {
    await sweep(parts, parts.clock.now());
  });
  queue.schedule(sweepStorage, NIGHTLY, {});
  registerFileChecks(parts);
  registerOlderHeaders(parts);
  queue.handle(sweepAccounts, () => sweepEndedAccess(parts, parts.clock.now()));
  queue.schedule(sweepAccounts, NIGHTLY, {});
  analyses.registerJobs();
  notifications.registerJobs();
  accounts.passwordReset.registerJobs();
  cases.registerJobs();
  uploads.registerJobs();
  reports.registerJobs();
  rights.registerJobs();
  institutions.registerJobs();
  scans.registerJobs();
  evaluation.registerJobs();
  integrations.registerJobs();
  hl7.registerJobs();
  pacs.registerJobs();
  monitoring.registerJobs();
  operations.registerJobs();
  retention.registerJobs();
  auditExport.registerJobs();
}
