import type { scans as contract } from '@duai/contract';
import type { PatientIdentity } from '@duai/imaging';
import type { Tx } from '../../../adapters/database/port.ts';
import { notFound } from '../../../core/app-error.ts';
import { assertTrialRuns } from '../../institutions/index.ts';
import { type CheckedFile, isPresentation, type StoredVersion } from '../../studies/index.ts';
import { describeStudy, nowDescribed, reopened } from '../open-scan.ts';
import type { ScanTools } from '../scan-tools.ts';
import { imagesComplete } from '../scans.jobs.ts';
import { findScan, lockScan, notifyScanChange, updateScan } from '../scans.store.ts';

interface Taken {
  institutionId: string;
  scanId: string;
  /** The instances whose place it takes, and whom each names. */
  former: readonly { version: StoredVersion; identity: PatientIdentity | null }[];
  file: CheckedFile;
}

/** One instance in the place of another with its SOP Instance UID (docs/decisions/0330). */
export function createVersionTaking({ clock, queue, studies, institutions, billing }: ScanTools) {
  const { trials } = institutions;
  return {
    /** The lock under which the studies of an institution change; take it before any row of them. */
    lockStudies: async (tx: Tx, institutionId: string): Promise<void> => void (await trials.lock(tx, institutionId)),

    /** How and from whom a study came; of its first image. */
    async arrivalOf(tx: Tx, scanId: string): Promise<{ way: contract.ArrivalWay; sender: string | null } | null> {
      const scan = await findScan(tx, scanId);
      return scan?.arrivedBy ? { way: scan.arrivedBy, sender: scan.sender } : null;
    },

    /**
     * The study is analysed again, as for late images: it is not counted twice, and earlier results stay.
     * @returns SHA-256 of the files that went, for `removeFiles` after the commit
     * @throws AppError NOT_FOUND, TRIAL_EXPIRED, TRIAL_SCANS_USED_UP
     */
    async takeInstead(tx: Tx, { institutionId, scanId, former, file }: Taken): Promise<string[]> {
      const trial = await trials.lock(tx, institutionId);
      assertTrialRuns(trial, clock.now());
      const scan = await lockScan(tx, scanId);
      if (scan?.institutionId !== institutionId) throw notFound('scan');
      const gone = await studies.versions.takeOut(tx, scanId, former, file);
      const described = describeStudy(file);
      const isOnly = !isPresentation(file) && !(await studies.versions.hasImages(tx, { scanId }));
      const isCorrected = (await studies.corrections.current(tx, { scanId })) !== undefined;
      const { patientLabel: _former, ...besidesPatient } = described;
      // A correction of the patient stays in force, whatever the headers say.
      const description = isOnly ? (isCorrected ? besidesPatient : described) : nowDescribed(scan, described);
      const changesNothing = isPresentation(file) && former.every(({ version }) => version.isPresentation);
      // A study that still comes, or what only says how images are shown: no analysis begins now.
      if (scan.quietAt !== null || changesNothing) {
        if (description) await updateScan(tx, scanId, description);
        await studies.insertFiles(tx, { scanId }, [file]);
      } else {
        const { source, studyKey, modality } = { ...scan, studyKey: scan.studyKey ?? scanId };
        await billing.metering.reserve(tx, trial, { id: scanId, institutionId, studyKey, source, modality });
        const { submission } = await updateScan(tx, scanId, {
          ...reopened(scan),
          ...description,
          submittedAt: clock.now(),
        });
        await studies.addFiles(tx, { scanId }, submission, [file]);
        if (source === 'pacs') await queue.enqueue(tx, imagesComplete, { scanId, institutionId });
      }
      await notifyScanChange(tx, { institutionId, scanId });
      return gone;
    },
  };
}
