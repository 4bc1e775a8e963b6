import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { later } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import { assertTrialRuns } from '../../institutions/index.ts';
import { besideSameUid, type CheckedFile, isBesideImages, isPresentation } from '../../studies/index.ts';
import { describeStudy, nowDescribed, reopened } from '../open-scan.ts';
import type { ScanTools } from '../scan-tools.ts';
import { imagesComplete, studyQuiet } from '../scans.jobs.ts';
import { findScan, findScanOfStudy, insertScan, lockScan, notifyScanChange, updateScan } from '../scans.store.ts';
import type { ScanRow } from '../scans.tables.ts';

/** The end of the quiet period is updated at most once in this time, since a study may have 1,000 slices. */
const QUIET_STEP_MS = 1000;

/** `other-content`: another instance with this SOP Instance UID exists; the new one was not added to the study. */
export type InstanceOutcome = 'stored' | 'duplicate' | 'other-content';

/** Found before anything was written: the copy that came is gone from staging. */
class AlreadyStored extends Error {}

export interface InstanceArrival {
  institutionId: string;
  peerId: string;
  /** What its institution calls the system. */
  peerName: string;
  studyInstanceUid: string;
  sopInstanceUid: string;
  file: CheckedFile;
  quietMs: number;
  /** Called in the transaction instead of adding the instance to the study. */
  onOtherContent(tx: Tx, scanId: string): Promise<void>;
}

/**
 * Accepts instances one by one, as a PACS sends them. The first of a study counts the study. The sender gets success
 * only once an instance is on disk and in the database. The analysis starts when nothing more came for the quiet
 * period, and again for late instances.
 */
export function createInstanceAcceptance({
  db,
  clock,
  config,
  queue,
  audit,
  studies,
  institutions,
  billing,
}: ScanTools) {
  const { trials } = institutions;

  async function openScan(tx: Tx, context: Context, known: ScanRow | undefined, arrival: InstanceArrival) {
    const { institutionId, peerId, peerName, studyInstanceUid, file, quietMs } = arrival;
    const trial = await trials.find(tx, institutionId);
    const id = known?.id ?? newId();
    const described = describeStudy(file);
    const ofStudy = { id, institutionId, studyKey: studyInstanceUid, source: 'pacs' as const };
    const counted = await billing.metering.reserve(tx, trial, { ...ofStudy, modality: described.modality });
    const times = { submittedAt: clock.now(), quietAt: later(clock.now(), quietMs) };
    const scan = known
      ? await updateScan(tx, id, { ...reopened(known), ...nowDescribed(known, described), ...times })
      : await insertScan(tx, {
          ...{ ...ofStudy, ...described, ...times, billing: counted.billing, createdAt: clock.now() },
          ...{ arrivedBy: 'c-store', sender: peerName },
        });
    await queue.enqueue(tx, studyQuiet, { scanId: id }, { startAfterSeconds: Math.ceil(quietMs / 1000) });
    await notifyScanChange(tx, { institutionId, scanId: id });
    await audit.record(tx, context, {
      action: known ? 'trial.add-images' : 'trial.accept-scan',
      subjectType: 'scan',
      subjectId: id,
      details: { source: 'pacs', peerId, billing: counted.billing, submission: scan.submission },
    });
    return scan;
  }

  const isTimeToMove = ({ quietAt }: ScanRow, quietMs: number): boolean =>
    quietAt === null || later(clock.now(), quietMs).getTime() - quietAt.getTime() >= QUIET_STEP_MS;

  /** @throws AppError STUDY_FULL */
  async function assertRoom(tx: Tx, scanId: string): Promise<void> {
    const limit = config.STUDY_MAX_INSTANCES;
    if ((await studies.countOfScan(tx, scanId)) >= limit) throw new AppError('STUDY_FULL', { params: { limit } });
  }

  return {
    /** @throws AppError TRIAL_EXPIRED, TRIAL_SCANS_USED_UP, STUDY_FULL, STORAGE_FULL, STORAGE_UNAVAILABLE; nothing is stored then */
    async acceptInstance(context: Context, arrival: InstanceArrival): Promise<InstanceOutcome> {
      const { institutionId, studyInstanceUid, sopInstanceUid, quietMs } = arrival;
      let { file } = arrival;
      try {
        const look = async () => {
          const before = await findScanOfStudy(db.drizzle, institutionId, studyInstanceUid);
          const there = before ? await studies.sameUid({ scanId: before.id }, [sopInstanceUid]) : [];
          if (besideSameUid(there, file.dataSetSha256) === 'other')
            file = await studies.asStored(file, there, arrival.peerId);
          if (besideSameUid(there, file.dataSetSha256) === 'same') throw new AlreadyStored();
        };
        const refer = async (tx: Tx): Promise<InstanceOutcome> => {
          assertTrialRuns(await trials.lock(tx, institutionId), clock.now());
          const known = await findScanOfStudy(tx, institutionId, studyInstanceUid);
          const same = known ? await studies.findByUid(tx, { scanId: known.id }, [sopInstanceUid]) : [];
          const beside = besideSameUid(same, file.dataSetSha256);
          if (beside === 'same') return 'duplicate';
          if (known && beside === 'other') {
            await arrival.onOtherContent(tx, known.id);
            return 'other-content';
          }
          const described = describeStudy(file);
          const isTime = known && isTimeToMove(known, quietMs);
          // Counting reads all rows of the study, so a study may exceed its limit by what arrives within a second.
          if (isTime && same.length === 0) await assertRoom(tx, known.id);
          if (isTime && known.quietAt) await updateScan(tx, known.id, { quietAt: later(clock.now(), quietMs) });
          const isKept = known && (known.quietAt !== null || isBesideImages(file));
          const scan = isKept ? known : await openScan(tx, context, known, arrival);
          const first = isKept && nowDescribed(known, described);
          if (first) await updateScan(tx, known.id, first);
          if (isKept && !known.quietAt)
            await audit.record(tx, context, {
              action: 'trial.add-images',
              subjectType: 'scan',
              subjectId: known.id,
              details: { source: 'pacs', peerId: arrival.peerId, submission: known.submission },
            });
          await studies.insertFiles(tx, { scanId: scan.id }, [file]);
          if (isKept && !known.quietAt && !isPresentation(file))
            await studies.haveIngested(tx, { scanId: known.id, submission: known.submission });
          return 'stored';
        };
        const outcome = await studies.keep([file], refer, look);
        // The same instance came over two associations at once.
        if (outcome === 'duplicate') await studies.removeFiles([file.staged.sha256]);
        return outcome;
      } catch (error) {
        if (error instanceof AlreadyStored) return 'duplicate';
        await studies.discard([file]);
        await studies.removeFiles([file.staged.sha256]);
        throw error;
      }
    },

    /** Handles `trial.study-quiet`: starts the analysis of a study once its quiet period is over. Safe to run twice. */
    async endQuiet({ scanId }: { scanId: string }): Promise<void> {
      await db.transaction(async (tx) => {
        const found = await findScan(tx, scanId);
        if (!found?.quietAt) return;
        await trials.lock(tx, found.institutionId);
        const scan = await lockScan(tx, scanId);
        // The scan was deleted, or an upload of other images has already started the analysis.
        if (!scan?.quietAt) return;
        const leftMs = scan.quietAt.getTime() - clock.now().getTime();
        if (leftMs > 0) {
          await queue.enqueue(tx, studyQuiet, { scanId }, { startAfterSeconds: Math.ceil(leftMs / 1000) });
          return;
        }
        await updateScan(tx, scanId, { quietAt: null });
        await studies.haveIngested(tx, { scanId, submission: scan.submission });
        await queue.enqueue(tx, imagesComplete, { scanId, institutionId: scan.institutionId });
      });
    },
  };
}
