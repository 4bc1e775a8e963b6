import { rights } from '@duai/contract';

/** Tables of which a copy contains only rows of cases with a signed report, by how a row refers to its case. */
export type OnlySigned = 'case' | 'study' | 'run' | 'report';

/**
 * The rules for each table that holds rows of a patient: what a copy of all data contains of it (KVKK Art. 11, GDPR
 * Art. 15 and 20), and where it refers to stored files. A table without a rule fails a test, so that a new table needs
 * a decision.
 */
type HeldTable = {
  /** The kind under which a proof of erasure counts the rows; a key of the texts. */
  kind: rights.RecordKind;
  /** Columns with the SHA-256 of a stored file; the same as in the view `file_references` (migration 0810). */
  files?: readonly string[];
} & (
  | {
      /** Columns with secrets, data of other people, or internal state. */
      omit?: string[];
      /** Before the signature a patient gets no AI output and nothing of the report. */
      only?: OnlySigned;
    }
  | { withheld: string }
);

export const HELD_TABLES: Record<string, HeldTable> = {
  patients: { kind: 'account', omit: ['password_hash', 'totp_secret_encrypted', 'totp_last_step', 'name_folded'] },
  consents: { kind: 'consents' },
  outbox: { kind: 'messages', omit: ['params', 'dedupe_key', 'last_error', 'is_forgotten_once_sent'] },
  cases: {
    kind: 'cases',
    omit: [
      'pipeline',
      'submission',
      'assigned_to',
      'claimed_by',
      'claimed_at',
      'claim_active_at',
      'request_id',
      'search_text',
    ],
  },
  person_declarations: { kind: 'person-declarations' },
  // The PDF is in the folder of its case.
  first_reports: { kind: 'first-reports', omit: ['file'] },
  // Staff are named, not given by id.
  question_entries: { kind: 'questions', omit: ['author_id'] },
  notes: { kind: 'notes', withheld: 'working notes of staff; that a case was opened stands in the access log' },
  uploads: { kind: 'uploads' },
  refused_files: { kind: 'refused-files' },
  deidentification_keys: {
    kind: 'deidentification-keys',
    withheld: 'the secret that undoes what de-identification changed',
  },
  studies: { kind: 'studies' },
  series: { kind: 'series' },
  series_identities: { kind: 'image-identities' },
  written_identities: {
    kind: 'image-identities',
    withheld: 'of institutions: no case of a patient is corrected',
  },
  instances: { kind: 'images', files: ['sha256', 'preview_sha256'], omit: ['preview_sha256', 'position'] },
  instance_data_sets: { kind: 'images', withheld: 'of institutions; a copy of what the image file says' },
  analyses: { kind: 'analyses', only: 'study' },
  findings: { kind: 'findings', only: 'run' },
  case_flags: { kind: 'findings', withheld: 'the gravest of the findings, which stand in the copy themselves' },
  vendor_requests: { kind: 'analyses', withheld: 'of institutions: no case of a patient is sent to a box of a maker' },
  vendor_answers: { kind: 'analyses', withheld: 'of institutions: no case of a patient is sent to a box of a maker' },
  vendor_pictures: { kind: 'analyses', withheld: 'of institutions: no case of a patient is sent to a box of a maker' },
  series_views: { kind: 'image-views', withheld: 'who looked at the images stands in the access log' },
  slices_seen: {
    kind: 'image-views',
    withheld: 'working notes of staff; who looked at the images stands in the access log',
  },
  // The signed report names the radiologist.
  analysis_verdicts: {
    kind: 'verdicts',
    only: 'run',
    omit: ['staff_id'],
  },
  reports: {
    kind: 'reports',
    only: 'case',
    omit: ['machine_draft', 'edited_by', 'signed_by', 'version', 'submission'],
  },
  report_versions: {
    kind: 'report-versions',
    withheld: 'working notes of staff; the signed report stands in the copy',
  },
  preliminary_reads: {
    kind: 'preliminary-reads',
    withheld: 'working notes of staff; the signed report stands in the copy',
  },
  second_reads: {
    kind: 'second-reads',
    withheld: 'working notes of staff; the signed report stands in the copy',
  },
  opinions_seen: { kind: 'image-views', withheld: 'who looked at the case stands in the access log' },
  reading_measurements: {
    kind: 'measurements',
    withheld: 'working notes of staff; what counts stands in the report',
  },
  corrected_masks: {
    kind: 'corrected-masks',
    withheld: 'working notes of staff on masks of algorithms; what counts stands in the report',
  },
  critical_findings: { kind: 'critical-findings', only: 'report' },
  report_addenda: { kind: 'addenda', only: 'report', omit: ['signed_by'] },
  report_documents: { kind: 'report-pdfs', files: ['sha256'], only: 'report' },
  report_receipts: { kind: 'report-receipts', only: 'report' },
  shares: { kind: 'shares', omit: ['secret_hash', 'pin_hash'] },
  share_openings: { kind: 'share-openings', omit: ['token_hash'] },
  // Public keys are not secret: the private keys are on the devices.
  passkeys: { kind: 'passkeys' },
  phone_codes: { kind: 'phone-codes', withheld: 'codes of a day, stored as hashes' },
  recovery_codes: { kind: 'recovery-codes', withheld: 'secrets, stored as hashes' },
  proof_verdicts: {
    kind: 'other',
    withheld: 'what an institution says of its own scans; no row of a patient refers to one',
  },
  passkey_challenges: { kind: 'passkey-requests', withheld: 'questions of five minutes, stored as hashes' },
  export_tickets: { kind: 'copy-requests', withheld: 'the secret of this very download, stored as a hash' },
};

/** Counts rows by kind. The keys of `rows` are tables or kinds. */
export function countKinds(rows: Record<string, number>): Partial<Record<rights.RecordKind, number>> {
  const counts: Partial<Record<rights.RecordKind, number>> = {};
  for (const [name, count] of Object.entries(rows)) {
    const kind =
      HELD_TABLES[name]?.kind ?? UNBOUND_TABLES[name] ?? rights.RECORD_KINDS.find((known) => known === name) ?? 'other';
    counts[kind] = (counts[kind] ?? 0) + count;
  }
  return counts;
}

/** Tables shared by all three realms, without a foreign key to patients; the accounts feature deletes their rows. */
const UNBOUND_TABLES: Record<string, rights.RecordKind> = { link_tokens: 'mail-links' };
