import { and, count, desc, eq } from 'drizzle-orm';
import type { Database, Tx } from '../../../adapters/database/port.ts';
import { notFound } from '../../../core/app-error.ts';
import { trialDossierPieces, trialDossiers } from '../evaluation.tables.ts';

type Queries = Pick<Database['drizzle'], 'select'>;
export type DossierRow = Omit<typeof trialDossiers.$inferSelect, 'institutionId' | 'pdf'>;

const SHOWN = {
  id: trialDossiers.id,
  createdAt: trialDossiers.createdAt,
  studies: trialDossiers.studies,
  questions: trialDossiers.questions,
  csvSha256: trialDossiers.csvSha256,
  pdfSha256: trialDossiers.pdfSha256,
};

/** Inserts the dossier, then its CSV piece by piece. */
export async function insertDossier(
  tx: Tx,
  row: typeof trialDossiers.$inferInsert,
  csv: AsyncIterable<Buffer>,
): Promise<void> {
  await tx.insert(trialDossiers).values(row);
  let position = 0;
  for await (const piece of csv) {
    if (piece.length === 0) continue;
    await tx.insert(trialDossierPieces).values({ dossierId: row.id, position, csv: piece });
    position += 1;
  }
}

/** The dossiers of an institution, newest first. */
export const findDossiers = (on: Queries, institutionId: string): Promise<DossierRow[]> =>
  on
    .select(SHOWN)
    .from(trialDossiers)
    .where(eq(trialDossiers.institutionId, institutionId))
    .orderBy(desc(trialDossiers.createdAt));

const ownDossier = (institutionId: string, id: string) =>
  and(eq(trialDossiers.id, id), eq(trialDossiers.institutionId, institutionId));

/** @throws AppError NOT_FOUND */
export async function findDossierPdf(on: Queries, institutionId: string, id: string): Promise<Buffer> {
  const [row] = await on.select({ pdf: trialDossiers.pdf }).from(trialDossiers).where(ownDossier(institutionId, id));
  if (!row) throw notFound('dossier');
  return row.pdf;
}

/** The number of pieces of its CSV. @throws AppError NOT_FOUND */
export async function countPieces(on: Queries, institutionId: string, id: string): Promise<number> {
  const [row] = await on
    .select({ pieces: count(trialDossierPieces.position) })
    .from(trialDossiers)
    .leftJoin(trialDossierPieces, eq(trialDossierPieces.dossierId, trialDossiers.id))
    .where(ownDossier(institutionId, id))
    .groupBy(trialDossiers.id);
  if (!row) throw notFound('dossier');
  return row.pieces;
}

/** Reads each piece on demand. @throws Error where one is missing because the dossier was deleted meanwhile */
export async function* piecesOf(on: Queries, id: string, pieces: number): AsyncGenerator<Buffer, void> {
  for (let position = 0; position < pieces; position += 1) {
    const [row] = await on
      .select({ csv: trialDossierPieces.csv })
      .from(trialDossierPieces)
      .where(and(eq(trialDossierPieces.dossierId, id), eq(trialDossierPieces.position, position)));
    if (!row) throw new Error('the dossier was deleted while it was read');
    yield row.csv;
  }
}
