import { given, type pacs } from '@duai/contract';
import type { z } from 'zod';
import type { Tx } from '../../adapters/database/port.ts';
import { accountOf, type Context } from '../../core/actor.ts';
import type { PageWish } from '../../core/keyset.ts';
import { scanAnalysed } from '../analyses/index.ts';
import type { IncomingFile } from '../studies/index.ts';
import { createPatientCorrections } from './corrections/correct-patient.ts';
import { createVersionTaking } from './corrections/take-version.ts';
import { createScanExports } from './exports/scan-exports.ts';
import { createScanObjects } from './exports/scan-objects.ts';
import { createInstanceAcceptance } from './intake/accept-instances.ts';
import { createAcceptance } from './intake/accept-scans.ts';
import { finishScan } from './intake/finish-scan.ts';
import { seedSampleScans } from './intake/sample-scans.ts';
import { removeScansOf } from './remove-scans.ts';
import { createScanDetails } from './scan-details.ts';
import { createScanEvents } from './scan-events.ts';
import type { ScanTools } from './scan-tools.ts';
import { studyQuiet } from './scans.jobs.ts';
import { fillStudyDescription, findWaitingScans, notifyScanChange } from './scans.store.ts';

export type Scans = ReturnType<typeof createScans>;

/** Scans of institutions: accepts, analyses, presents, exports and deletes them. */
export function createScans(tools: ScanTools) {
  const { db, queue, studies } = tools;
  const { acceptInstance, endQuiet } = createInstanceAcceptance(tools);
  return {
    /** Takes turns in reading uploads, for the account of this caller. */
    enterIntake: (context: Context) => studies.enterIntake(context),
    receive: (context: Context, incoming: AsyncIterable<IncomingFile>) =>
      studies.receive(incoming, { dicomOnly: true, account: accountOf(context.actor) }),
    ...createAcceptance(tools),
    acceptInstance,
    details: createScanDetails(tools),
    patients: createPatientCorrections(tools),
    versions: createVersionTaking(tools),
    exports: createScanExports(tools),
    objects: createScanObjects(tools),
    events: createScanEvents(db),
    /** Studies that a PACS is still sending, of one institution or all. */
    async waitingForQuiet(
      wish: PageWish,
      institutionId?: string,
    ): Promise<z.output<typeof pacs.listWaitingStudies.answer>> {
      const { rows, ...around } = await findWaitingScans(db.drizzle, institutionId, wish);
      const waiting = rows.map(({ quietAt, place: _place, ...row }) => ({
        ...row,
        quietAt: given(quietAt, 'the time of quiet').toISOString(),
      }));
      return { rows: waiting, ...around };
    },
    /** An order was found: open pages are told; its description stands in for one that the headers do not have. */
    async orderFound(tx: Tx, scanId: string, institutionId: string, description: string | null): Promise<void> {
      if (description) await fillStudyDescription(tx, scanId, description);
      await notifyScanChange(tx, { institutionId, scanId });
    },
    removeAllOf: (tx: Tx, institutionId: string) => removeScansOf(tx, tools, institutionId),
    seedSample: (admin: { username: string; password: string }, besides: (tx: Tx) => Promise<void>) =>
      seedSampleScans(tools, admin, besides),
    registerJobs(): void {
      queue.handle(scanAnalysed, (payload) => finishScan(tools, payload));
      queue.handle(studyQuiet, endQuiet);
    },
  };
}
