import type { AnalysisVerdict, reports as contract } from '@duai/contract';
import canonicalize from 'canonicalize';
import { sha256Hex } from '../../core/ids.ts';
import type { AnalysisRow } from '../analyses/index.ts';

/** What a signature covers. */
export interface SignedDocument {
  reportId: string;
  caseNumber: string;
  patientName: string;
  dateOfBirth: string | null;
  modality: string;
  bodyPart: string | null;
  language: 'tr' | 'en';
  content: contract.ReportContent;
  algorithms: contract.Report['algorithms'];
  /** Every run behind the report, so that its results can be held against the signature later. */
  analyses: SignedAnalysis[];
  imageSha256: string[];
  signedBy: string;
  signedById: string;
  signedAt: string;
}

interface SignedAnalysis {
  algorithmId: string;
  algorithmVersion: string;
  seriesId: string;
  status: AnalysisRow['status'];
  /** SHA-256 of the result as canonical JSON; null where there is none. */
  resultSha256: string | null;
  weightsSha256: string | null;
  inputSha256: string[];
  /** The signer's word on the result; null where there is nothing to judge. */
  verdict: AnalysisVerdict | null;
}

/** What is rendered: only what was signed. */
export interface ReportPdfInput {
  language: 'tr' | 'en';
  signed: SignedDocument;
  contentSha256: string;
  /** Where anybody can hold the paper against what was signed; printed as a QR code. */
  verifyUrl: string;
  addenda: { text: string; signedBy: string; signedAt: string }[];
}

/** The runs as the signature names them, in an order that does not depend on the database. */
export const signedAnalyses = (runs: AnalysisRow[], verdicts: ReadonlyMap<string, AnalysisVerdict>): SignedAnalysis[] =>
  runs
    .map((run) => ({
      algorithmId: run.algorithmId,
      algorithmVersion: run.algorithmVersion,
      seriesId: run.seriesId,
      status: run.status,
      resultSha256: run.result ? sha256Hex(canonicalize(run.result)!) : null,
      weightsSha256: run.weightsSha256,
      inputSha256: run.inputSha256,
      verdict: verdicts.get(run.id) ?? null,
    }))
    .sort((a, b) => compare(a.seriesId, b.seriesId) || compare(a.algorithmId, b.algorithmId));

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** The document as canonical JSON (RFC 8785), and its SHA-256 in hexadecimal. */
export function seal(document: SignedDocument): { signedDocument: string; contentSha256: string } {
  const signedDocument = canonicalize(document)!;
  return { signedDocument, contentSha256: sha256Hex(signedDocument) };
}
