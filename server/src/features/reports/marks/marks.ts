import { type marks as contract, imageNameOf, type Sent } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, StaffActor } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { newId } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import type { Analyses } from '../../analyses/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { CaseRow, Cases } from '../../cases/index.ts';
import type { Studies } from '../../studies/index.ts';
import type { Preliminary } from '../preliminary/preliminary.ts';
import { assertMayEdit } from '../reports.policy.ts';
import { lockReport } from '../reports.store.ts';
import type { CorrectedMaskRow, MeasurementRow } from '../reports.tables.ts';
import type { SecondReads } from '../second-reads/second-reads.ts';
import {
  assertDrawable,
  assertHasRoom,
  assertHasRoomForMask,
  assertHasRoomForPoints,
  correctedFrom,
} from './marks.policy.ts';
import * as store from './marks.store.ts';

interface Others {
  analyses: Analyses;
  audit: Audit;
  cases: Cases;
  studies: Studies;
}
type OfCase = Pick<CaseRow, 'id' | 'submission' | 'status' | 'claimedBy'>;
type MarkAction =
  | 'add-measurement'
  | 'annotate-measurement'
  | 'move-measurement'
  | 'remove-measurement'
  | 'correct-mask';

const presentMask = ({ analysisId, code, version, staffName, correctedAt, mask }: CorrectedMaskRow) => ({
  analysisId,
  code,
  version,
  correctedBy: staffName,
  correctedAt: correctedAt.toISOString(),
  mask,
});

/** What readers draw on images: measurements, and corrected masks of algorithms (docs/decisions/0185). */
export function createMarks(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { analyses, audit, cases, studies }: Others,
  { preliminary, secondReads }: { preliminary: Preliminary; secondReads: SecondReads },
) {
  const present = (row: Omit<MeasurementRow, 'inSignature'>, staff: StaffActor): contract.Measurement => ({
    id: row.id,
    imageId: row.instanceId,
    frame: row.frame,
    measure: row.measure,
    points: row.points,
    text: row.told,
    ...(row.plane && { plane: row.plane, values: row.planeValues ?? [] }),
    measuredBy: row.staffName,
    measuredAt: row.measuredAt.toISOString(),
    isOwn: row.staffId === staff.id,
  });

  /** Runs a change with its audit row. Only the reader who claimed the case may make it, and only before the signature. */
  const change = <T>(
    context: Context,
    staff: StaffActor,
    caseId: string,
    action: MarkAction,
    act: (tx: Tx, caseRow: OfCase, details: { from?: string }) => Promise<T>,
  ): Promise<T> =>
    db.transaction(async (tx) => {
      const caseRow = await cases.lock(tx, caseId);
      assertMayEdit(staff, caseRow, await lockReport(tx, caseId));
      const details: { from?: string } = {};
      const done = await act(tx, caseRow, details);
      await cases.keepClaim(tx, staff, caseRow);
      await audit.record(tx, context, { action: `reports.${action}`, subjectType: 'case', subjectId: caseId, details });
      return done;
    });

  /**
   * Whether the measurements of all readers stand with what this one reads: with a signed report, and with the draft for who has the
   * case, unless the draft is withheld (docs/decisions/0371).
   */
  const areAllShown = async (tx: Tx, staff: StaffActor, caseRow: OfCase): Promise<boolean> =>
    (caseRow.status === 'completed' || (caseRow.status === 'processing' && caseRow.claimedBy === staff.id)) &&
    !(await preliminary.isWithheld(tx, staff, caseRow));

  /** What this reader sees: of a second reader who still forms an opinion nobody else sees anything. */
  async function findShown(tx: Tx, staff: StaffActor, caseRow: OfCase): Promise<MeasurementRow[]> {
    if (!(await areAllShown(tx, staff, caseRow))) return store.findMeasurements(tx, caseRow.id, staff.id);
    const unseen = await secondReads.readerAtWork(tx, caseRow);
    return (await store.findMeasurements(tx, caseRow.id, null)).filter(
      ({ staffId }) => staffId === staff.id || staffId !== unseen,
    );
  }

  /** The limits count what this reader sees, and so can remove. */
  const countShown = async (tx: Tx, staff: StaffActor, caseRow: OfCase) =>
    store.countMeasurements(tx, caseRow.id, (await areAllShown(tx, staff, caseRow)) ? null : staff.id);

  const imageOf = async (tx: Tx, caseId: string, imageId: string) =>
    (await studies.ofCase(tx, caseId))
      .flatMap(({ series }) => series.flatMap(({ instances }) => instances))
      .find(({ id }) => id === imageId);

  return {
    /** The reader's own measurements, and those that stand with the draft or the report (`findShown`). */
    measurements: (context: Context, staff: StaffActor, caseId: string): Promise<contract.Measurement[]> =>
      db.transaction(async (tx) => {
        const caseRow = await cases.forPatient(tx, context, caseId);
        await audit.record(tx, context, { action: 'reports.read-marks', subjectType: 'case', subjectId: caseId });
        const rows = await findShown(tx, staff, caseRow);
        if (rows.some(({ staffId }) => staffId !== staff.id)) await secondReads.leaveSeen(tx, staff, caseRow);
        return rows.map((row) => present(row, staff));
      }),

    /** @throws AppError NOT_FOUND for an image of another case, VALIDATION_FAILED, TOO_MANY_MEASUREMENTS, TOO_MANY_POINTS */
    measure: (
      context: Context,
      staff: StaffActor,
      caseId: string,
      { imageId, text, values, ...wish }: Sent<typeof contract.addMeasurement, 'body'>,
    ): Promise<contract.Measurement> =>
      change(context, staff, caseId, 'add-measurement', async (tx, caseRow) => {
        assertDrawable({ ...wish, values }, await imageOf(tx, caseId, imageId));
        // Without it a plane lies nowhere in the patient, and the files of a signature could not say where.
        if (wish.plane && !(await studies.frameOfReference(tx, { caseId }, imageId)))
          throw new AppError('VALIDATION_FAILED');
        assertHasRoom(await countShown(tx, staff, caseRow), wish.points.length);
        const row = {
          ...wish,
          plane: wish.plane ?? null,
          planeValues: values ?? null,
          id: newId(),
          caseId,
          instanceId: imageId,
          staffId: staff.id,
          staffName: staff.name,
          told: text,
          measuredAt: clock.now(),
        };
        await store.insertMeasurement(tx, row);
        return present(row, staff);
      }),

    /** @throws AppError NOT_FOUND where this reader has no such arrow */
    annotate: (context: Context, staff: StaffActor, of: { caseId: string; measurementId: string }, told: string) =>
      change(context, staff, of.caseId, 'annotate-measurement', async (tx) => {
        const row = { id: of.measurementId, caseId: of.caseId, staffId: staff.id, told };
        if (!(await store.updateText(tx, row))) throw notFound('measurement');
        return { ok: true as const };
      }),

    /** @throws AppError NOT_FOUND where this reader has no such measurement, VALIDATION_FAILED, TOO_MANY_POINTS */
    move: (
      context: Context,
      staff: StaffActor,
      of: { caseId: string; measurementId: string },
      { points, text, values }: Sent<typeof contract.moveMeasurement, 'body'>,
    ) =>
      change(context, staff, of.caseId, 'move-measurement', async (tx, caseRow) => {
        const row = await store.findMeasurement(tx, { id: of.measurementId, caseId: of.caseId, staffId: staff.id });
        if (!row) throw notFound('measurement');
        const moved = { ...row, plane: row.plane ?? undefined, points, values };
        assertDrawable(moved, await imageOf(tx, of.caseId, row.instanceId));
        const known = await countShown(tx, staff, caseRow);
        assertHasRoomForPoints(known.points - row.points.length + points.length);
        const told = row.measure === 'arrow' ? row.told : text;
        await store.updatePoints(tx, { ...row, points, told, planeValues: values ?? null });
        return { ok: true as const };
      }),

    /** Removes an own measurement, or one of a colleague that stands with the draft. @throws AppError NOT_FOUND */
    remove: (context: Context, staff: StaffActor, of: { caseId: string; measurementId: string }) =>
      change(context, staff, of.caseId, 'remove-measurement', async (tx, caseRow, details) => {
        const row = (await findShown(tx, staff, caseRow)).find(({ id }) => id === of.measurementId);
        if (!row) throw notFound('measurement');
        await store.deleteMeasurement(tx, row.id);
        if (row.staffId !== staff.id) details.from = row.staffId;
        return { ok: true as const };
      }),

    masks: (context: Context, staff: StaffActor, caseId: string): Promise<contract.CorrectedMask[]> =>
      db.transaction(async (tx) => {
        const caseRow = await cases.forPatient(tx, context, caseId);
        const rows = await preliminary.show(tx, staff, caseRow, () => store.findMasks(tx, caseId));
        await audit.record(tx, context, { action: 'reports.read-marks', subjectType: 'case', subjectId: caseId });
        return rows.map(presentMask);
      }),

    /**
     * Stores a corrected version of an algorithm's mask; the original stays in its frozen run.
     * @throws AppError NOT_FOUND for an unknown mask, MASK_CHANGED where `base` is not the latest version, TOO_MANY_MASKS
     */
    correct: (
      context: Context,
      staff: StaffActor,
      caseId: string,
      { analysisId, code, base, mask }: Sent<typeof contract.correctMask, 'body'>,
    ): Promise<contract.CorrectedMask> =>
      change(context, staff, caseId, 'correct-mask', async (tx, caseRow) => {
        await preliminary.assertShown(tx, staff, caseRow);
        const run = (await analyses.ofCase(tx, caseId)).find(({ id }) => id === analysisId);
        const drawn = run?.result?.outcome === 'evaluated' ? run.result.overlays : [];
        const original = drawn.find((overlay) => overlay.code === code && overlay.kind !== 'heat');
        if (!original) throw notFound('mask');
        assertHasRoomForMask(await store.countMasks(tx, caseId));
        const latest = await store.findMask(tx, { caseId, analysisId, code });
        if ((latest?.version ?? 0) !== base) throw new AppError('MASK_CHANGED');
        const series = (await studies.ofCase(tx, caseId)).flatMap((study) => study.series);
        const instances = series.find(({ id }) => id === run?.seriesId)?.instances ?? [];
        const images = new Map(instances.map((image) => [imageNameOf(image), image.frames]));
        const row = {
          id: newId(),
          caseId,
          analysisId,
          staffId: staff.id,
          staffName: staff.name,
          code,
          version: base + 1,
          mask: correctedFrom(latest?.mask ?? original, mask, images),
          correctedAt: clock.now(),
        };
        await store.insertMask(tx, row);
        return presentMask(row);
      }),
  };
}
