import { type scans as contract, type Language, LIMITS } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { newId, sha256Hex } from '../../../core/ids.ts';
import { theOne } from '../../../core/the-one.ts';
import { assertTrialRuns, type TrialRow } from '../../institutions/index.ts';
import {
  type CheckedFile,
  headerOf,
  isBesideImages,
  isPresentation,
  type Received,
  type Refusal,
} from '../../studies/index.ts';
import { arrivalOf, describeStudy, nowDescribed, reopened } from '../open-scan.ts';
import { presentScans } from '../present-scan.ts';
import type { ScanTools } from '../scan-tools.ts';
import { imagesComplete } from '../scans.jobs.ts';
import { findLatestScans, findScan, findScanOfStudy, insertScan, updateScan } from '../scans.store.ts';
import type { ScanRow } from '../scans.tables.ts';
import { createOtherContent } from './other-content.ts';

type Source = 'upload' | 'pacs';
/** Refusals of files that may be in the store already. */
const UNTAKEN: ReadonlySet<string> = new Set(['NO_SCANS_LEFT', 'STUDY_FULL', 'KEPT_ASIDE', 'ASIDE_FULL']);

interface UploadOptions {
  source?: Source;
  /** Age of the person at the examination, in completed years, as the sender states it for one study. */
  ageYears?: number | undefined;
  /** Called again when all files have arrived. */
  assertStillAdmitted?: () => Promise<void>;
}

/** What came of one study, without other content under known UIDs. */
interface StudyFiles {
  source: Source;
  ageYears: number | undefined;
  studyKey: string;
  known: ScanRow | undefined;
  sent: CheckedFile[];
}
interface Accepted {
  scan: ScanRow;
  trial: TrialRow;
  refused: Refusal[];
}

/** Accepts scans of institutions by upload or from a PACS, and counts each in the transaction that accepts it. */
export function createAcceptance(tools: ScanTools) {
  const { db, clock, config, queue, audit, studies, analyses, institutions, billing } = tools;
  const { trials } = institutions;
  const { recognised, withoutOthers, keepAside } = createOtherContent(tools);

  /**
   * Accepts one study of a submission: a new scan, or more images of an existing one. It is counted only when it will
   * be analysed: for new images, or another try of a failed one. The files are durable already; under the institution's
   * lock only rows are written. @throws AppError TRIAL_SCANS_USED_UP
   */
  async function acceptStudy(
    tx: Tx,
    context: Context,
    trial: TrialRow,
    { source, ageYears }: { source: Source; ageYears: number | undefined },
    studyKey: string,
    arrived: CheckedFile[],
  ): Promise<Accepted> {
    const known = await findScanOfStudy(tx, trial.institutionId, studyKey);
    const { files, others } = await withoutOthers(tx, known, arrived);
    const accepted = await acceptFiles(tx, context, trial, { source, ageYears, studyKey, known, sent: files });
    const aside = await keepAside(tx, context, accepted.scan, others, source);
    return { ...accepted, refused: [...accepted.refused, ...aside] };
  }

  async function acceptFiles(
    tx: Tx,
    context: Context,
    trial: TrialRow,
    { source, ageYears, studyKey, known, sent }: StudyFiles,
  ): Promise<Accepted> {
    const { institutionId } = trial;
    const here = known ? await studies.hashesOf(tx, { scanId: known.id }) : new Set<string>();
    const isNew = ({ staged, dataSetSha256 }: CheckedFile) =>
      !here.has(staged.sha256) && !(dataSetSha256 && here.has(dataSetSha256));
    if (known && ageYears !== undefined) {
      assertSameAge(ageYears, (await studies.sourcesOfScans(tx, [known.id])).get(known.id)?.patientAgeYears);
    }
    const isRestated = known && ageYears !== undefined && known.statedAgeYears !== ageYears;
    const isAgain = here.size > 0 && (known?.status === 'failed' || isRestated);
    const stated = ageYears === undefined ? {} : { statedAgeYears: ageYears };
    const left = config.STUDY_MAX_INSTANCES - (known ? await studies.countOfScan(tx, known.id) : 0);
    const beyond = new Set(sent.filter(isNew).slice(Math.max(0, left)));
    const files = sent.filter((file) => !beyond.has(file));
    const full = [...beyond].map(({ name }): Refusal => ({ name, code: 'STUDY_FULL' }));
    if (known && !files.some(isNew) && (!isAgain || files.length === 0)) {
      const again = files.map(({ name }): Refusal => ({ name, code: 'DUPLICATE' }));
      return { scan: known, trial, refused: [...again, ...full] };
    }
    const added = files.filter(isNew);
    if (known && !isAgain && added.every(isBesideImages)) {
      const { id: scanId, submission } = known;
      const duplicates = await studies.insertFiles(tx, { scanId }, files);
      // What a PACS still sends is ingested when it has sent all.
      if (known.quietAt === null && !added.every(isPresentation))
        await studies.haveIngested(tx, { scanId, submission });
      await audit.record(tx, context, {
        action: 'trial.add-images',
        subjectType: 'scan',
        subjectId: scanId,
        details: { source, files: files.length, submission },
      });
      return { scan: known, trial, refused: [...duplicates, ...full] };
    }
    const described = describeStudy(files.find((file) => !isPresentation(file)) ?? files[0]);
    const { modality } = described;
    const id = known?.id ?? newId();
    const counted = await billing.metering.reserve(tx, trial, { id, institutionId, studyKey, source, modality });
    const scan = known
      ? await updateScan(tx, id, {
          ...reopened(known),
          ...nowDescribed(known, described),
          ...stated,
          submittedAt: clock.now(),
          quietAt: null,
        })
      : await insertScan(tx, {
          ...{ id, institutionId, source, studyKey, billing: counted.billing },
          ...described,
          ...stated,
          arrivedBy: arrivalOf(context, source),
          createdAt: clock.now(),
          submittedAt: clock.now(),
        });
    const { submission } = scan;
    const { stored, duplicates } = await studies.addFiles(tx, { scanId: id }, submission, files);
    if (stored === 0) await studies.haveIngested(tx, { scanId: id, submission });
    if (source === 'pacs') await queue.enqueue(tx, imagesComplete, { scanId: id, institutionId });
    await audit.record(tx, context, {
      action: known ? 'trial.add-images' : 'trial.accept-scan',
      subjectType: 'scan',
      subjectId: id,
      details: {
        ...{ source, billing: counted.billing, files: files.length, submission },
        ...(ageYears !== undefined && { ageStated: 'yes' }),
      },
    });
    return { scan, trial: counted.trial, refused: [...(isAgain ? [] : duplicates), ...full] };
  }

  return {
    /**
     * Call before a byte is read: refuses an expired trial at once. Whether a scan is left is checked for each study
     * later.
     */
    async assertTakesScans(institutionId: string): Promise<void> {
      assertTrialRuns(await trials.find(db.drizzle, institutionId), clock.now());
    },

    /**
     * Each study among the files becomes a scan. The files of studies beyond the limit are refused; where no study can
     * be accepted, the whole submission is.
     * @throws AppError UPLOAD_EMPTY, UPLOAD_ALL_REFUSED, TRIAL_EXPIRED, TRIAL_SCANS_USED_UP, AGE_OF_SEVERAL_STUDIES,
     * AGE_CONTRADICTS_IMAGES
     */
    async upload(
      context: Context,
      institutionId: string,
      arrived: Received,
      { source = 'upload', ageYears, assertStillAdmitted }: UploadOptions = {},
    ) {
      if (arrived.files.length === 0) {
        throw arrived.refused.length === 0
          ? new AppError('UPLOAD_EMPTY')
          : new AppError('UPLOAD_ALL_REFUSED', { details: { refused: arrived.refused } });
      }
      const hashes = arrived.files.map(({ staged }) => staged.sha256);
      try {
        const received = { ...arrived, files: await recognised(institutionId, arrived.files) };
        const byStudy = Map.groupBy(received.files, studyKeyIn(received.files));
        if (ageYears !== undefined) assertAgeFits(ageYears, byStudy.size, received.files);
        // The session or key may have ended during a long upload.
        await assertStillAdmitted?.();
        const taken = await studies.keep(received.files, async (tx) => {
          let trial = await trials.lock(tx, institutionId);
          assertTrialRuns(trial, clock.now());
          const refused = [...received.refused];
          const accepted: ScanRow[] = [];
          let usedUp: AppError | undefined;
          for (const [studyKey, files] of byStudy) {
            try {
              const outcome = await acceptStudy(tx, context, trial, { source, ageYears }, studyKey, files);
              trial = outcome.trial;
              accepted.push(outcome.scan);
              refused.push(...outcome.refused);
            } catch (error) {
              if (!(error instanceof AppError) || error.code !== 'TRIAL_SCANS_USED_UP') throw error;
              usedUp = error;
              refused.push(...files.map(({ name }) => ({ name, code: 'NO_SCANS_LEFT' as const })));
            }
          }
          // The error also lists the files that were refused for other reasons.
          if (accepted.length === 0 && usedUp)
            throw received.refused.length > 0
              ? new AppError(usedUp.code, { params: usedUp.params, details: { refused: received.refused } })
              : usedUp;
          const presented = await presentScans({ analyses }, tx, accepted, context.language);
          return { scan: theOne(presented), scans: presented, usage: await trials.usage(tx, trial), refused };
        });
        if (taken.refused.some(({ code }) => UNTAKEN.has(code))) await studies.removeFiles(hashes);
        return taken;
      } catch (error) {
        // Nothing was accepted, so the files are removed from staging and from the store.
        await studies.discard(arrived.files);
        await studies.removeFiles(hashes);
        throw error;
      }
    },

    list: async (institutionId: string, language: Language): Promise<contract.Scan[]> =>
      presentScans(
        { analyses },
        db.drizzle,
        await findLatestScans(db.drizzle, institutionId, LIMITS.rowsAtOnce),
        language,
      ),

    /** The facts about a finished scan for other features; undefined while it is analysed, or when it was deleted. */
    async finished(tx: Tx, scanId: string) {
      const row = await findScan(tx, scanId);
      if (!row || row.status === 'processing') return undefined;
      const { institutionId, status, studyInstanceUid } = row;
      return { institutionId, status, studyInstanceUid };
    },
  };
}

/** Years by which an age that is stated may differ from the header's: somebody may mean the age of today. */
const SAME_AGE_WITHIN = 1;

function assertSameAge(stated: number, found: number | null | undefined): void {
  if (typeof found !== 'number') return;
  const years = Math.floor(found);
  if (Math.abs(years - stated) > SAME_AGE_WITHIN)
    throw new AppError('AGE_CONTRADICTS_IMAGES', { params: { stated, found: years } });
}

/** An age is of one person: the files must be of one study, and none of their headers may say another age. */
function assertAgeFits(stated: number, studies: number, files: CheckedFile[]): void {
  if (studies > 1) throw new AppError('AGE_OF_SEVERAL_STUDIES', { params: { count: studies } });
  for (const file of files) assertSameAge(stated, headerOf(file)?.patientAgeYears);
}

/** Groups files by study; files without a Study Instance UID form a study of their own. */
function studyKeyIn(files: CheckedFile[]): (file: CheckedFile) => string {
  const uidOf = (file: CheckedFile) => headerOf(file)?.studyInstanceUid;
  const nameless = files
    .filter((file) => !uidOf(file))
    .map((file) => file.staged.sha256)
    .sort();
  const key = `files:${sha256Hex(nameless.join('\n'))}`;
  return (file) => uidOf(file) ?? key;
}
