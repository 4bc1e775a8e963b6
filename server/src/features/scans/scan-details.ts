import type { scans as contract, Language } from '@duai/contract';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import type { PageWish } from '../../core/keyset.ts';
import { theOne } from '../../core/the-one.ts';
import { type Run, sentencesOf } from '../analyses/index.ts';
import type { ScanSource } from '../studies/index.ts';
import { spokenName } from './open-scan.ts';
import { presentScans } from './present-scan.ts';
import { removeContent } from './remove-scans.ts';
import { findModalities, pageOfCompleteScans, searchScans } from './scan-search.store.ts';
import type { ScanTools } from './scan-tools.ts';
import { deleteScan, findOwnScan, findScan, findScanOfStudy } from './scans.store.ts';
import type { ScanRow } from './scans.tables.ts';
import { inOrderOfSeries, seriesNames } from './series-name.ts';
import { createVendorPictures } from './vendor-pictures.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>;

/** The age that algorithms go by, and where it comes from. */
function ageOf({ statedAgeYears }: ScanRow, source: ScanSource | undefined): contract.ScanDetail['age'] {
  const ofImages = source?.patientAgeYears ?? null;
  if (ofImages !== null) return { years: Math.floor(ofImages), from: 'images' };
  return statedAgeYears === null ? null : { years: statedAgeYears, from: 'statement' };
}

/** One scan with its images, analyses and reviews, and the table of all studies. */
export function createScanDetails(tools: ScanTools) {
  const { db, audit, studies, analyses, institutions } = tools;

  const presentationsOf = (context: Context, institutionId: string, scanId: string) =>
    db.transaction(async (tx) => {
      await findOwnScan(tx, institutionId, scanId);
      await audit.record(tx, context, {
        action: 'trial.read-presentation-states',
        subjectType: 'scan',
        subjectId: scanId,
      });
      return studies.presentationStates.ofOwner(tx, { scanId });
    });

  async function findingsIn(
    on: Queries,
    scanId: string,
    runs: Run[],
    language: Language,
  ): Promise<contract.ScanFinding[]> {
    const series = await studies.seriesOfScan(on, scanId);
    const nameOf = seriesNames(series);
    const told = inOrderOfSeries(runs, series).filter(({ result }) => result !== null);
    return told.flatMap((run) => {
      const isOneOfSeveral = told.some((other) => other.algorithmId === run.algorithmId && other.id !== run.id);
      return sentencesOf(run).map(({ id, kind, code, wording, isInDraft }) => ({
        id,
        series: isOneOfSeveral ? nameOf(run.seriesId) : null,
        analysisId: run.id,
        algorithmId: run.algorithmId,
        code,
        sentence: wording[language],
        isJudged: kind === 'finding' && isInDraft,
      }));
    });
  }

  /**
   * Deletes the rows first and the files after the commit: a file without a row is swept later, but a row must never
   * lack its file.
   */
  async function removed(tx: Tx, context: Context, scan: ScanRow, action: string): Promise<string[]> {
    const hashes = await removeContent(tx, tools, scan);
    await deleteScan(tx, scan.id);
    await audit.record(tx, context, {
      ...{ action, subjectType: 'scan', subjectId: scan.id },
      details: { files: hashes.length },
    });
    return hashes;
  }

  /** Presents the scans of a page. */
  const presented = async <Page extends { rows: ScanRow[] }>(page: Page, language: Language) => ({
    ...page,
    rows: await presentScans({ analyses }, db.drizzle, page.rows, language),
  });

  return {
    async table(institutionId: string, query: contract.StudyQuery, language: Language) {
      const page = await presented(await searchScans(db.drizzle, institutionId, query), language);
      return { ...page, modalities: await findModalities(db.drizzle, institutionId) };
    },

    async detail(context: Context, institutionId: string, scanId: string): Promise<contract.ScanDetail> {
      return db.transaction(async (tx) => {
        const scan = await findOwnScan(tx, institutionId, scanId);
        const runs = await analyses.ofScan(tx, scanId);
        const numbers = (await studies.identitiesOfScan(tx, scanId)).flatMap(
          ({ accessionNumber }) => accessionNumber ?? [],
        );
        const detail = {
          scan: theOne(await presentScans({ analyses }, tx, [scan], context.language)),
          age: ageOf(scan, (await studies.sourcesOfScans(tx, [scanId])).get(scanId)),
          order: {
            accessionNumbers: [...new Set(numbers)].sort(),
            referringPhysician: spokenName(scan.referringPhysician),
          },
          keptAside: await tools.countKeptAside(tx, scanId),
          studies: await studies.ofScan(tx, scanId, context.language),
          analyses: runs.map((run) => analyses.present(run, context.language)),
          findings: await findingsIn(tx, scanId, runs, context.language),
        };
        await audit.record(tx, context, { action: 'trial.read-scan', subjectType: 'scan', subjectId: scanId });
        return detail;
      });
    },

    /** Masks of the DICOM segmentations that came with the images. */
    async segmentations(context: Context, institutionId: string, scanId: string) {
      const found = await db.transaction(async (tx) => {
        await findOwnScan(tx, institutionId, scanId);
        await audit.record(tx, context, { action: 'trial.read-segmentations', subjectType: 'scan', subjectId: scanId });
        return studies.segmentations.ofOwner(tx, { scanId });
      });
      return studies.segmentations.masksOf(found, { scanId }, institutionId);
    },

    vendorPictures: createVendorPictures(tools),

    /** Presentation states that came with the images. */
    presentationStates: {
      list: async (context: Context, institutionId: string, scanId: string) =>
        studies.presentationStates.list(
          await presentationsOf(context, institutionId, scanId),
          { scanId },
          institutionId,
        ),
      open: async (
        context: Context,
        institutionId: string,
        { scanId, instanceId }: { scanId: string; instanceId: string },
      ) =>
        studies.presentationStates.open(
          await presentationsOf(context, institutionId, scanId),
          instanceId,
          institutionId,
        ),
    },

    /** The Reports tab: the findings of every analysed study. */
    async reports(institutionId: string, wish: PageWish, language: Language) {
      const page = await presented(await pageOfCompleteScans(db.drizzle, institutionId, wish), language);
      const rows: contract.ReportRow[] = [];
      for (const scan of page.rows) {
        const findings = await db.transaction(async (tx) =>
          findingsIn(tx, scan.id, await analyses.ofScan(tx, scan.id), language),
        );
        rows.push({ scan, findings });
      }
      return { ...page, rows };
    },

    /** @throws AppError NOT_FOUND for a study that this institution did not send */
    async ofStudy(institutionId: string, studyInstanceUid: string, language: Language): Promise<contract.Scan> {
      const scan = await findScanOfStudy(db.drizzle, institutionId, studyInstanceUid);
      if (!scan) throw notFound('scan');
      return theOne(await presentScans({ analyses }, db.drizzle, [scan], language));
    },

    /** @throws AppError NOT_FOUND for a scan of another institution */
    assertOwn: async (institutionId: string, scanId: string): Promise<void> =>
      void (await findOwnScan(db.drizzle, institutionId, scanId)),

    preview: (
      context: Context,
      institutionId: string,
      instanceId: string,
      wish: { center?: number; width?: number; frame?: number },
    ) =>
      studies.scanPreview(
        context,
        instanceId,
        wish,
        async (scanId) => (await findScan(db.drizzle, scanId))?.institutionId === institutionId,
      ),

    remove: async (context: Context, institutionId: string, scanId: string): Promise<number> =>
      studies.removeFiles(
        await db.transaction(async (tx) => {
          await institutions.trials.lock(tx, institutionId);
          return removed(tx, context, await findOwnScan(tx, institutionId, scanId), 'trial.delete-scan');
        }),
      ),

    /** One that went unless it is no longer `isDue`, which is asked under the lock. @returns whether it went */
    async removeExpired(
      context: Context,
      institutionId: string,
      scanId: string,
      isDue: (tx: Tx, scan: ScanRow) => Promise<boolean>,
    ): Promise<boolean> {
      const hashes = await db.transaction(async (tx) => {
        await institutions.trials.lock(tx, institutionId);
        const scan = await findScan(tx, scanId);
        return scan && (await isDue(tx, scan)) ? removed(tx, context, scan, 'trial.expire-scan') : null;
      });
      if (hashes) await studies.removeFiles(hashes);
      return hashes !== null;
    },
  };
}
