import type { vendorPictures as contract } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import type { ScanTools } from './scan-tools.ts';
import { findOwnScan } from './scans.store.ts';

/** Pictures that boxes of makers sent as results of a scan, of runs that ended with a result. */
export function createVendorPictures({ db, audit, analyses }: Pick<ScanTools, 'db' | 'audit' | 'analyses'>) {
  async function picturesOf(tx: Tx, institutionId: string, scanId: string): Promise<contract.VendorPicture[]> {
    await findOwnScan(tx, institutionId, scanId);
    const runs = new Map((await analyses.ofScan(tx, scanId)).map((run) => [run.id, run]));
    const pictures = await analyses.picturesOf(tx, [...runs.values()]);
    return pictures.flatMap(({ id, analysisId, receivedAt, sha256 }) => {
      const run = runs.get(analysisId);
      if (!run) return [];
      const { algorithmId, algorithmVersion } = run;
      return {
        ...{ id, analysisId, algorithmId, algorithmVersion, title: analyses.titleOf(run) },
        ...{ receivedAt: receivedAt.toISOString(), objectSha256: sha256 },
      };
    });
  }

  const audited = (tx: Tx, context: Context, scanId: string) =>
    audit.record(tx, context, { action: 'trial.read-vendor-pictures', subjectType: 'scan', subjectId: scanId });

  return {
    list: (context: Context, institutionId: string, scanId: string): Promise<contract.VendorPicture[]> =>
      db.transaction(async (tx) => {
        const pictures = await picturesOf(tx, institutionId, scanId);
        await audited(tx, context, scanId);
        return pictures;
      }),

    /** @throws AppError NOT_FOUND, also for a picture of another scan */
    open: (
      context: Context,
      institutionId: string,
      { scanId, pictureId }: { scanId: string; pictureId: string },
    ): Promise<Buffer> =>
      db.transaction(async (tx) => {
        const listed = await picturesOf(tx, institutionId, scanId);
        const png = listed.some(({ id }) => id === pictureId) && (await analyses.findPicture(tx, pictureId));
        if (!png) throw notFound('picture');
        await audited(tx, context, scanId);
        return png;
      }),
  };
}
