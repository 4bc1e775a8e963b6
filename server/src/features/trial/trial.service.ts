import type { Tx } from '../../adapters/database/port.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Analyses } from '../analyses/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Studies } from '../studies/index.ts';
import { createApplications } from './applications.ts';
import { createInstitutionAdmin } from './institutions.ts';
import { seedSampleInstitution } from './sample-institution.ts';
import { createScans } from './scans.ts';
import type { TrialTools } from './trial-tools.ts';

export type Trial = ReturnType<typeof createTrial>;

/** DuaiCheck's trial: application, institution, 30 days and 100 scans. */
export function createTrial(
  parts: Pick<Parts, 'db' | 'clock' | 'config' | 'queue'>,
  others: { accounts: Accounts; audit: Audit; notifications: Notifications; studies: Studies; analyses: Analyses },
) {
  const tools: TrialTools = { ...parts, ...others };
  const scans = createScans(tools);
  return {
    applications: createApplications(tools),
    scans,
    institutions: createInstitutionAdmin(tools),
    activate: scans.activate,
    registerJobs: scans.registerJobs,
    receive: others.studies.receive,
    seedSample: (tx: Tx, admin: { username: string; password: string }) => seedSampleInstitution(tools, tx, admin),
  };
}
