import { reports as contract } from '@duai/contract';
import * as store from './reports.store.ts';
import type { AddendumRow, ReportRow } from './reports.tables.ts';

/** A report as readers get it, with its addenda and its latest PDF. */
export async function presentReport(on: store.Queries, row: ReportRow): Promise<contract.Report> {
  const addenda = await store.findAddenda(on, row.id);
  const document = await store.findLatestDocument(on, row.id);
  return {
    id: row.id,
    status: row.status,
    language: row.language,
    version: row.version,
    content: contract.reportContentSchema.parse(row.content),
    algorithms: contract.reportAlgorithmSchema.array().parse(row.algorithms),
    signedBy: row.signedByName,
    signedAt: row.signedAt?.toISOString() ?? null,
    contentSha256: row.contentSha256,
    pdfSha256: document?.sha256 ?? null,
    addenda: addenda.map(presentAddendum),
    openedAt: (await store.findReceipt(on, row.id, addenda.length))?.toISOString() ?? null,
  };
}

export const presentAddendum = (row: AddendumRow): contract.Report['addenda'][number] => ({
  id: row.id,
  text: row.text,
  signedBy: row.signedByName,
  signedAt: row.signedAt.toISOString(),
});
