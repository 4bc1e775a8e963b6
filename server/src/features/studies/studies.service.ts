import type { Readable } from 'node:stream';
import type { studies as contract, Language } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import { type Actor, accountOf, type Context } from '../../core/actor.ts';
import { describeImageProblem } from '../../core/check-texts.ts';
import { createIntake, type Turns } from '../../core/intake.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import { fullSeries, fullTree, sourcesOfScans } from './corrections/corrected-headers.ts';
import * as corrections from './corrections/corrections.store.ts';
import { setAsideStalled } from './ingest/ingest.store.ts';
import { createCheckPauses } from './intake/check-pauses.ts';
import { insertFiles } from './intake/insert-files.ts';
import { countInstances, findByUid, findHashes } from './intake/intake.store.ts';
import { createKeptFiles } from './intake/keep-files.ts';
import { createPatientRooms } from './intake/patient-rooms.ts';
import {
  type CheckedFile,
  type IncomingFile,
  type Received,
  type ReceiveOptions,
  receiveFiles,
  receiveInstance,
} from './intake/receive-files.ts';
import { findRefused } from './intake/refused-files.store.ts';
import { asSent, asStored, findSameUid } from './intake/same-uid.ts';
import { createCaseUploads } from './intake/upload-to-case.ts';
import { createRetrieval } from './retrieval/retrieve-images.ts';
import { createInstitutionSearch } from './search/institution-search.ts';
import { fillAccessionNumber, findIdentities, findIdentitiesOfScan, findUnordered } from './series-identities.store.ts';
import * as store from './studies.store.ts';
import * as trees from './study-trees.store.ts';
import { createVersions } from './versions/versions.ts';
import { presentStudy } from './viewing/present-study.ts';
import { createPresentationStates } from './viewing/presentation-states.ts';
import { createSegmentations } from './viewing/segmentations.ts';
import { createImageViews } from './viewing/view-images.ts';
import { createWithheldObjects } from './viewing/withheld-objects.ts';

export type Studies = ReturnType<typeof createStudies>;

/** Studies, series and instances; the same model for a patient's upload, the trial and a PACS. */
export function createStudies(
  parts: Pick<Parts, 'db' | 'storage' | 'queue' | 'quick' | 'compute' | 'clock' | 'log' | 'config'>,
  { cases, audit }: { cases: Cases; audit: Audit },
) {
  const { storage, clock } = parts;
  const pauses = createCheckPauses(clock);
  const intake = createIntake();
  const kept = createKeptFiles(parts);
  const rooms = createPatientRooms(parts);
  const withheld = createWithheldObjects({ cases });

  return {
    retrieval: createRetrieval(parts, { cases, audit, withheld }),
    segmentations: createSegmentations(parts),
    presentationStates: createPresentationStates(parts),
    institutionSearch: createInstitutionSearch(parts),
    ...createImageViews(parts, { cases, audit, withheld }),
    ...createCaseUploads(parts, { cases, audit, kept, pauses, rooms }),
    ...kept,
    versions: createVersions(parts),

    // ---- how files come in ----
    receive: (incoming: AsyncIterable<IncomingFile>, options?: ReceiveOptions): Promise<Received> =>
      receiveFiles({ ...parts, pauses }, incoming, options),
    /** Receives one instance that a PACS sends without file meta information. */
    receiveInstance: (
      instance: Parameters<typeof receiveInstance>[1],
      options: Parameters<typeof receiveInstance>[2],
    ) => receiveInstance({ ...parts, pauses }, instance, options),
    /** Takes turns in reading uploads, for this account. */
    enterIntakeOf: (account: string): Turns => intake.enter(account),
    /** Takes turns in reading uploads, for the account of this caller. */
    enterIntake: (context: Context): Turns => intake.enter(accountOf(context.actor) ?? ''),
    sameUid: (owner: store.Owner, uids: string[]) => findSameUid(parts, owner, uids),
    /** The file as a duplicate, where a stored instance is the same image in another transfer syntax. */
    asStored: (file: CheckedFile, found: Parameters<typeof asStored>[2], account: string) =>
      asStored(parts, file, found, account),
    /** The same for another file of its submission. */
    asSent: (file: CheckedFile, before: CheckedFile, account: string) => asSent(parts, file, before, account),
    findByUid,
    /** Inserts the rows of files; nothing is ingested before `haveIngested` is called. */
    insertFiles,

    /** Under a lock until the transaction ends. @throws AppError ACCOUNT_FULL */
    assertRoom: rooms.assertRoom,
    hasContent: rooms.hasContent,

    // ---- a wrong patient, corrected ----
    corrections: {
      current: corrections.findCorrection,
      ofScans: corrections.findCorrectionsOf,
      history: corrections.findHistory,
      people: corrections.findPeople,
      byPatientId: corrections.findByPatientId,
      insert: corrections.insertCorrection,
      toldBefore: corrections.findToldBefore,
    },

    // ---- what is there ----
    /** The account in whose turn work on this owner's images runs. */
    turnOf: store.findTurn,
    /** The patient identities in the headers of a case's images. */
    identitiesOf: findIdentities,
    identitiesOfScan: findIdentitiesOfScan,
    unorderedStudy: findUnordered,
    fillAccessionNumber,
    countOfCase: (on: store.Queries, caseId: string): Promise<number> => countInstances(on, { caseId }),
    countOfScan: (on: store.Queries, scanId: string): Promise<number> => countInstances(on, { scanId }),
    ofCase: async (on: store.Queries, caseId: string, language: Language = 'en'): Promise<contract.Study[]> =>
      (await trees.findTree(on, { caseId })).map((study) => presentStudy(study, language)),
    /** The same, as far as this radiologist may see it. */
    ofCaseFor: async (
      on: store.Queries,
      actor: Actor,
      caseId: string,
      language: Language = 'en',
    ): Promise<contract.Study[]> =>
      (await withheld.shownInTree(on, actor, { caseId }, await trees.findTree(on, { caseId }))).map((study) =>
        presentStudy(study, language),
      ),
    newestDaysOf: store.findNewestDays,
    /** Files that were refused before they could become images of the case, for its reader. */
    refusedOfCase: async (on: store.Queries, caseId: string, language: Language): Promise<contract.MissingFile[]> =>
      (await findRefused(on, caseId)).map(({ name, code, files, hasCome }) => ({
        originalName: name || null,
        files,
        hasCome,
        problem: describeImageProblem(code, language),
      })),
    ofScan: async (on: store.Queries, scanId: string, language: Language = 'en'): Promise<contract.Study[]> =>
      (await trees.findTree(on, { scanId })).map((study) => presentStudy(study, language)),
    /** Series in the order of the tree, without their images. */
    seriesOfScan: trees.findSeriesOfScan,
    tree: trees.findTree,
    /** With presentation states, which are no images. */
    wholeTree: trees.findWholeTree,
    frameOfReference: trees.findFrameOfReference,
    /** With whole headers: 15 KB of memory for each image. Sex and age are those of a corrected patient. */
    fullTree,
    fullSeries,
    idsOf: store.findStudyIds,
    /** Hashes of images that need not be sent again; refused and unprocessed images are not included. */
    hashesOf: findHashes,
    scansByStudy: store.findScansByStudy,
    ownerOf: store.findOwner,
    sourcesOfScans,
    /** The stored file, unchanged. The caller checks the access rights and writes the audit row. */
    openFile: (sha256: string): Promise<Readable> => storage.open(sha256),

    // ---- what goes ----
    /** An operator continues without the images that could not be processed. */
    setAsideStalled: (tx: Tx, owner: store.Owner): Promise<number> => setAsideStalled(tx, owner, clock.now()),
    /** Deletes the rows of a scan's studies. After the commit call `removeFiles` with the hashes that it returns. */
    removeOfScan: (tx: Tx, scanId: string): Promise<string[]> => store.removeTree(tx, { scanId }),
    /** Removes stored files that nothing refers to any more; returns how many. */
    removeFiles: async (hashes: string[]): Promise<number> => (await storage.removeUnreferenced(hashes)).removed.length,
    unreferenced: store.findUnreferenced,
  };
}
