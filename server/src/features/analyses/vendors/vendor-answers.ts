import { type Algorithm, packagedAlgorithm, type SeriesInfo } from '@duai/algorithms';
import { TaskFailed } from '../../../adapters/compute/port.ts';
import type { Tx } from '../../../adapters/database/port.ts';
import type { StagedFile } from '../../../adapters/storage/port.ts';
import { type Context, systemContext } from '../../../core/actor.ts';
import { newId } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Packages } from '../../packages/index.ts';
import type { VendorDuePayload } from '../analyses.jobs.ts';
import * as analysesStore from '../analyses.store.ts';
import type { AnalysisRow } from '../analyses.tables.ts';
import type { Ended, RunEnds } from '../running/run-ends.ts';
import { type SentSeries, sentSeriesOf, vendorKeyOf } from './sent-images.ts';
import { contentOf, countPictures, isWhole, picturesOf, resultOf, type VendorObject } from './vendor-result.ts';
import * as store from './vendors.store.ts';
import type { VendorRequestRow } from './vendors.tables.ts';

/** Why an object of a vendor is refused. */
export type VendorRefusal =
  | 'NOT_READABLE'
  | 'TYPE_NOT_SUPPORTED'
  | 'STUDY_NOT_HERE'
  | 'SERIES_NOT_HERE'
  | 'NOT_AWAITED'
  | 'OTHER_PATIENT'
  | 'TOO_LARGE'
  | 'RESULT_INVALID';

interface Neighbours {
  audit: Audit;
  packages: Packages;
  ends: RunEnds;
  seriesOf(owner: VendorDuePayload, planned: AnalysisRow): Promise<SeriesInfo | undefined>;
  finishIfDone(tx: Tx, owner: VendorDuePayload): Promise<void>;
  ownerOf(tx: Tx, analysis: AnalysisRow): Promise<VendorDuePayload | undefined>;
  /** The Patient IDs in the headers of a scan. */
  patientIdsOf(tx: Tx, scanId: string): Promise<string[]>;
}

const READ_TIMEOUT_MS = 60_000;

/**
 * Objects that vendors send back: matched by study and series, and collected until all promised ones are here or time
 * is up.
 */
export function createVendorAnswers(
  { db, clock, compute, encryptionKey, log }: Pick<Parts, 'db' | 'clock' | 'compute' | 'encryptionKey' | 'log'>,
  { audit, packages, ends, seriesOf, finishIfDone, ownerOf, patientIdsOf }: Neighbours,
) {
  const manifestOf = async ({ algorithmId, algorithmVersion }: AnalysisRow) =>
    (await packages.find(db.drizzle, algorithmId, algorithmVersion))?.manifest;

  async function imagesOf(owner: VendorDuePayload, analysis: AnalysisRow, request: VendorRequestRow) {
    const series = await seriesOf(owner, analysis);
    const key = request.isDeidentified ? vendorKeyOf(encryptionKey, request.institutionId) : null;
    return series && sentSeriesOf(series, key).images;
  }

  /** Builds the result from the received objects. @returns the end of the run, or null while more objects are awaited */
  async function endedWith(
    tx: Tx,
    owner: VendorDuePayload,
    analysis: AnalysisRow,
    request: VendorRequestRow,
    isDue: boolean,
  ): Promise<Ended | null> {
    const manifest = await manifestOf(analysis);
    const algorithm: Algorithm | undefined = manifest && packagedAlgorithm(manifest);
    const contents = (await store.findAnswers(tx, analysis.id)).map(({ content }) => content);
    if (!manifest || !algorithm) return ends.failed(algorithm, analysis, 'RESULT_INVALID');
    if (contents.length === 0) return ends.failed(algorithm, analysis, 'REMOTE_SILENT');
    const images = await imagesOf(owner, analysis, request);
    if (!images) return ends.failed(algorithm, analysis, 'SERIES_GONE');
    try {
      const result = resultOf(manifest, images, contents);
      if (!isDue && !isWhole(manifest, contents)) return null;
      const { version } = manifest;
      return ends.ended(algorithm, analysis.algorithmId, {
        ...{ result, algorithmVersion: version, weightsSha256: null },
        runtime: { vendor: manifest.remote?.server ?? '' },
      });
    } catch (error) {
      // The vendor's result is invalid, or has no text here.
      log.warn({ err: error, analysisId: analysis.id }, 'a vendor sent a result that is none');
      return ends.failed(algorithm, analysis, 'RESULT_INVALID');
    }
  }

  const mostPicturesOf = async (analysis: AnalysisRow): Promise<number> => {
    const manifest = await manifestOf(analysis);
    return manifest ? picturesOf(manifest) : 0;
  };

  async function end(tx: Tx, owner: VendorDuePayload, ended: Ended): Promise<void> {
    await analysesStore.freeze(tx, owner.analysisId, ended.told, { ...ended.change, finishedAt: clock.now() });
    if (ended.change.status === 'failed') await store.removePictures(tx, owner.analysisId);
    await finishIfDone(tx, owner);
  }

  const imagesAskedBy = (request: VendorRequestRow) =>
    db.transaction(async (tx) => {
      const analysis = await analysesStore.lockAnalysis(tx, request.analysisId);
      const owner = analysis && (await ownerOf(tx, analysis));
      return analysis && owner && imagesOf(owner, analysis, request);
    });

  /**
   * A secondary capture need not name a series (PS3.3 A.8.1): the requests whose images it names, or, where it names none,
   * those of the study's only series.
   */
  async function requestsOfCapture(requests: VendorRequestRow[], sources: string[]): Promise<VendorRequestRow[]> {
    if (sources.length === 0)
      return new Set(requests.map((request) => request.seriesInstanceUid)).size === 1 ? requests : [];
    const named: VendorRequestRow[] = [];
    for (const request of requests) {
      const images = await imagesAskedBy(request);
      if (images && sources.some((uid) => images.has(uid))) named.push(request);
    }
    return named;
  }

  /** Whether an object names another patient than the images do. Where details were removed, the vendor has no number. */
  async function isOfAnother(tx: Tx, { scanId }: { scanId: string }, patientId: string | null): Promise<boolean> {
    const known = await patientIdsOf(tx, scanId);
    return patientId !== null && known.length > 0 && !known.includes(patientId);
  }

  async function match(
    institutionId: string,
    algorithmId: string,
    object: VendorObject,
  ): Promise<VendorRequestRow | VendorRefusal> {
    const { studyInstanceUid, seriesInstanceUids } = object;
    const requests = await store.findRequestsOf(db.drizzle, { institutionId, algorithmId, studyInstanceUid });
    if (requests.length === 0) return 'STUDY_NOT_HERE';
    const namesSeries = object.content.kind !== 'picture' || seriesInstanceUids.length > 0;
    const ofSeries = namesSeries
      ? requests.filter((request) => seriesInstanceUids.includes(request.seriesInstanceUid))
      : await requestsOfCapture(requests, object.sourceSopInstanceUids);
    // A study may have been sent again after more images came; the newest request is answered.
    return ofSeries.toSorted((a, b) => b.dueAt.getTime() - a.dueAt.getTime())[0] ?? 'SERIES_NOT_HERE';
  }

  /** `images`: those that its masks may lie on. */
  async function read(
    { path }: StagedFile,
    account: string,
    images: SentSeries['images'] = new Map(),
  ): Promise<VendorObject | VendorRefusal> {
    const places = [...images].map(([uid, { place }]) => [uid, place] as const);
    try {
      return await compute.run('read-vendor-result', { path, images: places }, { timeoutMs: READ_TIMEOUT_MS, account });
    } catch (error) {
      if (error instanceof TaskFailed && error.code === 'TOO_MANY_PIXELS') return 'TOO_LARGE';
      if (error instanceof TaskFailed) return error.code === 'TYPE_NOT_SUPPORTED' ? error.code : 'NOT_READABLE';
      throw error;
    }
  }

  return {
    /**
     * Accepts one object of a vendor for one of its algorithms. One that contradicts the manifest or the images ends
     * the run without a result. @returns `refused`: why it was not taken, or null
     */
    async accept(
      context: Context,
      { institutionId, algorithmId }: { institutionId: string; algorithmId: string },
      staged: StagedFile,
    ): Promise<{ refused: VendorRefusal | null; object: Pick<VendorObject, 'sopClassUid' | 'sopInstanceUid'> | null }> {
      const told = await read(staged, institutionId);
      if (typeof told === 'string') return { refused: told, object: null };
      const request = await match(institutionId, algorithmId, told);
      if (typeof request === 'string') return { refused: request, object: told };
      // Where its masks lie is known once it is known which images it is about.
      const object =
        told.content.kind === 'segmentation' ? await read(staged, institutionId, await imagesAskedBy(request)) : told;
      if (typeof object === 'string') return { refused: object, object: told };
      const { sopInstanceUid, content } = object;
      const kept = contentOf(object);
      const refused = await db.transaction(async (tx): Promise<VendorRefusal | null> => {
        const analysis = await analysesStore.lockAnalysis(tx, request.analysisId);
        const owner = analysis && (await ownerOf(tx, analysis));
        if (!analysis || !owner) return 'STUDY_NOT_HERE';
        const here = await store.findAnswers(tx, analysis.id);
        if (here.some((answer) => answer.sha256 === staged.sha256)) return null;
        if (analysis.status !== 'running' || request.dueAt <= clock.now()) return 'NOT_AWAITED';
        if (!request.isDeidentified && (await isOfAnother(tx, owner, object.patientId))) return 'OTHER_PATIENT';
        const pictures = content.kind === 'picture' ? content.pictures : [];
        if (pictures.length > 0) {
          const most = await mostPicturesOf(analysis);
          if (most === 0) return 'TYPE_NOT_SUPPORTED';
          if (countPictures([kept, ...here.map((answer) => answer.content)]) > most) return 'TOO_LARGE';
        }
        await store.insertAnswer(tx, {
          ...{ analysisId: analysis.id, sopInstanceUid, sha256: staged.sha256, content: kept },
          receivedAt: clock.now(),
        });
        await store.insertPictures(
          tx,
          pictures.map((png, frame) => ({
            ...{ id: newId(), analysisId: analysis.id, sopInstanceUid, frame },
            png: Buffer.from(png),
          })),
        );
        const ended = await endedWith(tx, owner, analysis, request, false);
        if (ended) await end(tx, owner, ended);
        await audit.record(tx, context, {
          action: 'analyses.vendor-answer',
          subjectType: 'analysis',
          subjectId: analysis.id,
          outcome: ended?.change.status === 'failed' ? 'refused' : 'ok',
        });
        return ended?.change.status === 'failed' ? 'RESULT_INVALID' : null;
      });
      return { refused, object };
    },

    /** `analyses.vendor-due`: the time is up. The run ends with the objects received so far; with none it fails. */
    async due(owner: VendorDuePayload): Promise<void> {
      await db.transaction(async (tx) => {
        const analysis = await analysesStore.lockAnalysis(tx, owner.analysisId);
        const request = await store.findRequest(tx, owner.analysisId);
        if (analysis?.status !== 'running' || !request) return;
        const ended = await endedWith(tx, owner, analysis, request, true);
        if (ended) await end(tx, owner, ended);
        await audit.record(tx, systemContext, {
          action: 'analyses.vendor-due',
          subjectType: 'analysis',
          subjectId: analysis.id,
        });
      });
    },
  };
}
