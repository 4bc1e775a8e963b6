import type { Tx } from '../../adapters/database/port.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Analyses } from '../analyses/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Studies } from '../studies/index.ts';
import { createApplications } from './applications.ts';
import { createDossiers } from './dossiers.ts';
import { createInstitutionAdmin } from './institutions.ts';
import { createModels } from './models.ts';
import { createProof } from './proof.ts';
import { seedSampleInstitution } from './sample-institution.ts';
import { createScanDetails } from './scan-details.ts';
import { createScanEvents } from './scan-events.ts';
import { createScanExports } from './scan-exports.ts';
import { createScans } from './scans.ts';
import { sweepApplications, sweepOldApplications } from './sweep-applications.ts';
import { createTrialData } from './trial-data.ts';
import type { TrialTools } from './trial-tools.ts';
import { createUsageStatements } from './usage-statement.ts';

const NIGHTLY = '47 2 * * *';

export type Trial = ReturnType<typeof createTrial>;

/** DuaiCheck's trial: application, institution, 30 days and 100 scans. */
export function createTrial(
  parts: Pick<Parts, 'db' | 'clock' | 'config' | 'queue' | 'storage' | 'compute' | 'quick' | 'log'>,
  others: { accounts: Accounts; audit: Audit; notifications: Notifications; studies: Studies; analyses: Analyses },
) {
  const tools: TrialTools = { ...parts, ...others };
  const scans = createScans(tools);
  const details = createScanDetails(tools, scans.metering);
  const dossiers = createDossiers(tools);
  return {
    applications: createApplications(tools),
    scans,
    details,
    exports: createScanExports(tools, details),
    events: createScanEvents(parts.db),
    models: createModels(tools),
    institutions: createInstitutionAdmin(tools),
    statements: createUsageStatements(tools),
    proof: createProof(tools),
    dossiers,
    data: createTrialData(tools, { dossiers }),
    activate: scans.activate,
    sweepApplications: () => sweepOldApplications(tools),
    registerJobs(): void {
      scans.registerJobs();
      parts.queue.handle(sweepApplications, () => sweepOldApplications(tools));
      parts.queue.schedule(sweepApplications, NIGHTLY, {});
    },
    receive: others.studies.receive,
    discard: others.studies.discard,
    seedSample: (tx: Tx, admin: { username: string; password: string }) => seedSampleInstitution(tools, tx, admin),
  };
}
