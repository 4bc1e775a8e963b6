import type { trial as contract } from '@duai/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import { scanAnalysed } from '../analyses/index.ts';
import type { CheckedFile, Received, Refusal } from '../studies/index.ts';
import { billingOfNextScan, remainingDays, trialEnd } from './trial.policy.ts';
import { type ScanRow, scans, type TrialRow, trials } from './trial.tables.ts';
import type { TrialTools } from './trial-tools.ts';

export const presentScan = (row: ScanRow): contract.Scan => ({
  id: row.id,
  studyDescription: row.studyDescription,
  modality: row.modality,
  bodyPart: row.bodyPart,
  source: row.source,
  uploadDate: row.createdAt.toISOString(),
  status: row.status,
  findings: row.findings,
  failureReason: null,
});

/** Scans of institutions: counted in the transaction that accepts them, whether they come by upload or from a PACS. */
export function createScans({ db, clock, audit, studies, analyses, queue }: TrialTools) {
  async function trialOf(tx: Tx, institutionId: string, lock: boolean): Promise<TrialRow> {
    const query = tx.select().from(trials).where(eq(trials.institutionId, institutionId));
    const [row] = lock ? await query.for('update') : await query;
    if (!row) throw notFound('trial');
    return row;
  }

  const usage = (row: TrialRow): contract.TrialUsage => ({
    usedScans: row.usedScans,
    totalScans: row.scanLimit,
    remainingDays: remainingDays(row, clock.now()),
    expiresAt: (row.expiresAt ?? clock.now()).toISOString(),
    plan: row.plan,
    meteredScans: row.meteredScans,
  });

  /** Locks the institution's row, refuses beyond its limits, counts, stores, has it analysed. */
  async function accept(
    tx: Tx,
    context: Context,
    institutionId: string,
    source: 'upload' | 'pacs',
    files: CheckedFile[],
  ) {
    const trial = await trialOf(tx, institutionId, true);
    const first = files[0]!.inspection;
    const header = first.kind === 'dicom' ? first.header : null;
    const known =
      source === 'pacs' && header?.studyInstanceUid
        ? await findPacsStudy(tx, institutionId, header.studyInstanceUid)
        : undefined;
    if (known) {
      // More instances of a study that was counted already.
      const { duplicates } = await studies.addFiles(tx, { scanId: known.id }, 1, files);
      return { scan: known, trial, duplicates };
    }
    const billing = billingOfNextScan(trial, clock.now());
    const [counted] = await tx
      .update(trials)
      .set(
        billing === 'trial'
          ? { usedScans: sql`${trials.usedScans} + 1` }
          : { meteredScans: sql`${trials.meteredScans} + 1` },
      )
      .where(eq(trials.institutionId, institutionId))
      .returning();
    const [scan] = await tx
      .insert(scans)
      .values({
        id: newId(),
        institutionId,
        source,
        billing,
        studyDescription: header?.studyDescription ?? null,
        modality: header?.modality ?? null,
        bodyPart: header?.bodyPartExamined ?? null,
        studyInstanceUid: header?.studyInstanceUid ?? null,
        createdAt: clock.now(),
      })
      .returning();
    const { duplicates } = await studies.addFiles(tx, { scanId: scan!.id }, 1, files);
    await audit.record(tx, context, {
      action: 'trial.accept-scan',
      subjectType: 'scan',
      subjectId: scan!.id,
      details: { source, billing, files: files.length },
    });
    return { scan: scan!, trial: counted!, duplicates };
  }

  const findPacsStudy = async (tx: Tx, institutionId: string, studyInstanceUid: string): Promise<ScanRow | undefined> =>
    (
      await tx
        .select()
        .from(scans)
        .where(
          and(
            eq(scans.institutionId, institutionId),
            eq(scans.source, 'pacs'),
            eq(scans.studyInstanceUid, studyInstanceUid),
          ),
        )
    )[0];

  return {
    /** Before a byte is read: an expired or used-up trial is told at once. */
    async assertTakesScans(institutionId: string): Promise<void> {
      await db.transaction(async (tx) => billingOfNextScan(await trialOf(tx, institutionId, false), clock.now()));
    },

    async upload(context: Context, institutionId: string, received: Received, source: 'upload' | 'pacs' = 'upload') {
      if (received.files.length === 0) {
        throw received.refused.length === 0
          ? new AppError('UPLOAD_EMPTY')
          : new AppError('UPLOAD_ALL_REFUSED', { details: { refused: received.refused } });
      }
      await studies.commit(received.files);
      return db.transaction(async (tx) => {
        const { scan, trial, duplicates } = await accept(tx, context, institutionId, source, received.files);
        const refused: Refusal[] = [...received.refused, ...duplicates];
        return { scan: presentScan(scan), usage: usage(trial), refused };
      });
    },

    list: async (institutionId: string): Promise<contract.Scan[]> =>
      (
        await db.drizzle
          .select()
          .from(scans)
          .where(eq(scans.institutionId, institutionId))
          .orderBy(desc(scans.createdAt))
          .limit(500)
      ).map(presentScan),
    usage: (institutionId: string): Promise<contract.TrialUsage> =>
      db.transaction(async (tx) => usage(await trialOf(tx, institutionId, false))),

    /** With the first admin's account the 30 days begin; later accounts change nothing. */
    async activate(tx: Tx, institutionId: string): Promise<void> {
      const trial = await trialOf(tx, institutionId, true);
      if (trial.activatedAt) return;
      const activatedAt = clock.now();
      await tx
        .update(trials)
        .set({ activatedAt, expiresAt: trialEnd(activatedAt) })
        .where(eq(trials.institutionId, institutionId));
    },

    registerJobs(): void {
      queue.handle(scanAnalysed, async ({ scanId }) => {
        const runs = await analyses.ofScan(db.drizzle, scanId);
        const findings = runs.flatMap((run) => analyses.describe(run, 'en').findings);
        const hasFailed =
          runs.length > 0 && runs.every((run) => run.status === 'failed' || run.status === 'not-applicable');
        await db.drizzle
          .update(scans)
          .set({ status: hasFailed ? 'failed' : 'complete', findings, completedAt: clock.now() })
          .where(eq(scans.id, scanId));
      });
    },
  };
}
