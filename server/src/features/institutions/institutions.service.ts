import type { Tx } from '../../adapters/database/port.ts';
import { createApplications } from './applications.ts';
import type { InstitutionTools } from './institution-tools.ts';
import { seedSampleInstitution } from './sample-institution.ts';
import { sweepApplications, sweepOldApplications } from './sweep-applications.ts';
import { createTrials } from './trials.ts';

const NIGHTLY = '47 2 * * *';

export type Institutions = ReturnType<typeof createInstitutions>;

/** Institutions that try DuaiCheck: applications, institutions, and trials of 30 days and 100 scans. */
export function createInstitutions(tools: InstitutionTools) {
  const { db, queue } = tools;
  const trials = createTrials(tools);
  return {
    applications: createApplications(tools),
    trials,
    usage: (institutionId: string) =>
      db.transaction(async (tx) => trials.usage(tx, await trials.find(tx, institutionId))),
    sweepApplications: () => sweepOldApplications(tools),
    registerJobs(): void {
      queue.handle(sweepApplications, () => sweepOldApplications(tools));
      queue.schedule(sweepApplications, NIGHTLY, {});
    },
    seedSample: (tx: Tx, admin: { username: string; password: string }, sample: { usedScans: number }) =>
      seedSampleInstitution({ ...tools, trials }, tx, admin, sample),
  };
}
