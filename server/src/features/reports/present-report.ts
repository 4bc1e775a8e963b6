import { reports as contract } from '@duai/contract';
import { findCritical } from './critical/critical.store.ts';
import * as store from './reports.store.ts';
import type { AddendumRow, PreliminaryRow, ReportRow } from './reports.tables.ts';
import { radsLineOf, type SignedDocument, signedRadsLine } from './signing/signed-document.ts';

/** A report as it is sent to staff, with its addenda, the PDF of its newest edition and the preliminary reads of its images. */
export async function presentReport(
  on: store.Queries,
  row: ReportRow,
  preliminary: readonly PreliminaryRow[],
): Promise<contract.Report> {
  const addenda = await store.findAddenda(on, row.id);
  const document = await store.findNewestDocument(on, row.id);
  const critical = await findCritical(on, row.id);
  const content = contract.reportContentSchema.parse(row.content);
  const signed = row.signedDocument === null ? null : (JSON.parse(row.signedDocument) as SignedDocument);
  return {
    id: row.id,
    status: row.status,
    stage: contract.stageOf({ status: row.status, preliminaryReads: preliminary.length, addenda }),
    language: row.language,
    version: row.version,
    content,
    radsLine: signed ? signedRadsLine(signed) : radsLineOf(content, row.language),
    keyImagePlaces: (signed?.keyImages ?? []).map(({ place }) => place ?? null),
    algorithms: contract.reportAlgorithmSchema.array().parse(row.algorithms),
    signedBy: row.signedByName,
    signedAt: row.signedAt?.toISOString() ?? null,
    contentSha256: row.contentSha256,
    pdfSha256: document?.sha256 ?? null,
    addenda: addenda.map(presentAddendum),
    openedAt: (await store.findReceipt(on, row.id, addenda.length))?.toISOString() ?? null,
    critical: critical
      ? {
          markedAt: critical.markedAt.toISOString(),
          acknowledgedAt: critical.acknowledgedAt?.toISOString() ?? null,
          acknowledgedBy: critical.acknowledgedBy,
        }
      : null,
    preliminaryReads: preliminary.map(({ staffName, savedAt, language, content }) => ({
      by: staffName,
      savedAt: savedAt.toISOString(),
      language,
      findings: content.findings,
      impression: content.impression,
    })),
    drafted: { findings: row.machineDraft.findings, impression: row.machineDraft.impression },
  };
}

export const presentAddendum = (row: AddendumRow): contract.Report['addenda'][number] => ({
  id: row.id,
  kind: row.kind,
  text: row.text,
  isCritical: row.isCritical,
  signedBy: row.signedByName,
  signedAt: row.signedAt.toISOString(),
});
