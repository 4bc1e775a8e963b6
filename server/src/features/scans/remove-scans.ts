import type { Tx } from '../../adapters/database/port.ts';
import { hasEvaluation } from './scan-outcome.ts';
import type { ScanTools } from './scan-tools.ts';
import { deleteScansOf, findScansOf } from './scans.store.ts';
import type { ScanRow } from './scans.tables.ts';

type Tools = Pick<ScanTools, 'billing' | 'studies' | 'analyses' | 'removeKeptAside'>;

/** Deletes analyses and images of a scan; call under the lock of its institution's trial. @returns SHA-256 of its files */
export async function removeContent(
  tx: Tx,
  { billing, studies, analyses, removeKeptAside }: Tools,
  scan: ScanRow,
): Promise<string[]> {
  // Results are shown while other algorithms still run, so a scan with an evaluated result is charged even if it is
  // deleted.
  await billing.metering.settle(tx, scan, hasEvaluation(await analyses.evaluatedOfScan(tx, scan.id)));
  await analyses.removeOfStudies(tx, await studies.idsOf(tx, { scanId: scan.id }));
  return [...(await studies.removeOfScan(tx, scan.id)), ...(await removeKeptAside(tx, scan.id))];
}

/** Deletes all scans of an institution; call under the lock of its trial. */
export async function removeScansOf(tx: Tx, tools: Tools, institutionId: string) {
  const rows = await findScansOf(tx, institutionId);
  const hashes = new Set<string>();
  let images = 0;
  for (const scan of rows) {
    const trees = await tools.studies.tree(tx, { scanId: scan.id });
    images += trees.flatMap(({ series }) => series.flatMap(({ instances }) => instances)).length;
    for (const sha256 of await removeContent(tx, tools, scan)) hashes.add(sha256);
  }
  await deleteScansOf(tx, institutionId);
  return { scans: rows.length, images, hashes: [...hashes] };
}
