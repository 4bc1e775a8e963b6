import type { Tx } from '../../adapters/database/port.ts';
import { hasEvaluation } from './scan-outcome.ts';
import type { ScanTools } from './scan-tools.ts';
import { deleteScansOf, findScansOf } from './scans.store.ts';
import type { ScanRow } from './scans.tables.ts';

type Tools = Pick<ScanTools, 'billing' | 'studies' | 'analyses' | 'removeKeptAside'>;

/** Analyses and images of a scan, under the lock of its institution's trial. @returns SHA-256 of its files */
export async function removeContent(
  tx: Tx,
  { billing, studies, analyses, removeKeptAside }: Tools,
  scan: ScanRow,
): Promise<string[]> {
  // Results are readable while other algorithms still run: what was evaluated by now is paid for, the rest is not.
  await billing.metering.settle(tx, scan, hasEvaluation(await analyses.evaluatedOfScan(tx, scan.id)));
  await analyses.removeOfStudies(tx, await studies.idsOf(tx, { scanId: scan.id }));
  return [...(await studies.removeOfScan(tx, scan.id)), ...(await removeKeptAside(tx, scan.id))];
}

/** All scans of an institution, under the lock of its trial. */
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
