import { systemContext } from '../../../core/actor.ts';
import { hasEvaluation, outcomeOfScan } from '../scan-outcome.ts';
import type { ScanTools } from '../scan-tools.ts';
import { reportReady, resultsReady, scanFinished } from '../scans.jobs.ts';
import { findScan, lockScan, notifyScanChange, updateScan } from '../scans.store.ts';
import { inOrderOfSeries } from '../series-name.ts';
import { sourceOf } from './scan-source.ts';

/** Handles `analyses.scan-finished`: marks the scan as complete or failed, and settles its charge. Safe to run twice. */
export async function finishScan(
  { db, clock, queue, audit, studies, analyses, institutions, billing }: ScanTools,
  { scanId, submission }: { scanId: string; submission: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await findScan(tx, scanId);
    if (!known) return;
    await institutions.trials.lock(tx, known.institutionId);
    const scan = await lockScan(tx, scanId);
    // The scan was deleted, or more images came, whose own analysis will settle it.
    if (scan?.status !== 'processing' || scan.submission !== submission) return;
    const series = await studies.seriesOfScan(tx, scanId);
    const runs = inOrderOfSeries(await analyses.ofScan(tx, scanId, submission), series);
    const { isAnalysed, failureCode } = outcomeOfScan(runs);
    await updateScan(tx, scanId, {
      status: failureCode ? 'failed' : 'complete',
      failureCode,
      findings: runs.flatMap((run) => analyses.describe(run, 'en').findings),
      completedAt: clock.now(),
      ...sourceOf((await studies.sourcesOfScans(tx, [scanId])).get(scanId), scan),
    });
    await notifyScanChange(tx, { institutionId: scan.institutionId, scanId });
    await queue.enqueue(tx, scanFinished, { scanId, submission });
    await queue.enqueue(tx, resultsReady, { scanId, submission });
    await queue.enqueue(tx, reportReady, { scanId, submission });
    // An earlier submission may have shown results too.
    const hasShown = isAnalysed || hasEvaluation(await analyses.evaluatedOfScan(tx, scanId));
    const isCharged = await billing.metering.settle(tx, scan, hasShown);
    if (isCharged !== null) {
      await audit.record(tx, systemContext, {
        action: isCharged ? 'trial.charge-scan' : 'trial.release-scan',
        subjectType: 'scan',
        subjectId: scanId,
      });
    }
  });
}
