/**
 * What rights do with each table that holds rows of a patient: what of it a copy of everything holds (KVKK Art. 11, GDPR
 * Art. 15 and 20), and where it refers to stored files. A table that is not named here fails a test: whoever adds one decides.
 */
type HeldTable = {
  /** Columns with the SHA-256 of a stored file: those that the view `file_references` counts (migration 0810). */
  files?: readonly string[];
} & (
  | {
      /** Columns that are secrets, or somebody else's, or work in progress. */
      omit?: string[];
      /** SQL on the table's own columns; "no AI output reaches a patient before the signature" holds here too. */
      only?: string;
    }
  | { withheld: string }
);

const SIGNED_STUDIES =
  "study_id in (select s.id from studies s join cases c on c.id = s.case_id where c.status = 'completed')";

export const HELD_TABLES: Record<string, HeldTable> = {
  patients: { omit: ['password_hash', 'totp_secret_encrypted', 'totp_last_step'] },
  consents: {},
  outbox: { omit: ['params', 'dedupe_key', 'last_error', 'is_forgotten_once_sent'] },
  cases: { omit: ['pipeline', 'submission', 'claimed_by', 'claimed_at', 'request_id'] },
  person_declarations: {},
  // The PDF lies in the folder of its case.
  first_reports: { omit: ['file'] },
  // Who wrote for us stays by name, not by number.
  question_entries: { omit: ['author_id'] },
  uploads: {},
  deidentification_keys: { withheld: 'the secret that undoes what de-identification changed' },
  studies: {},
  series: {},
  series_identities: {},
  instances: { files: ['sha256', 'preview_sha256'], omit: ['preview_sha256', 'position'] },
  analyses: { only: SIGNED_STUDIES },
  findings: { only: `analysis_id in (select id from analyses where ${SIGNED_STUDIES})` },
  series_views: { withheld: 'who looked at the images stands in the access log' },
  // The signature names who judged.
  analysis_verdicts: {
    only: `analysis_id in (select id from analyses where ${SIGNED_STUDIES})`,
    omit: ['staff_id'],
  },
  reports: { only: "status = 'signed'", omit: ['machine_draft', 'edited_by', 'signed_by', 'version', 'submission'] },
  report_addenda: { omit: ['signed_by'] },
  report_documents: { files: ['sha256'] },
  report_receipts: {},
  shares: { omit: ['secret_hash', 'pin_hash'] },
  share_openings: { omit: ['token_hash'] },
  // Public keys are no secrets: the private ones are on the devices.
  passkeys: {},
  phone_codes: { withheld: 'codes of a day, stored as hashes' },
  recovery_codes: { withheld: 'secrets, stored as hashes' },
  proof_verdicts: { withheld: 'what an institution says of its own scans; no row of a patient refers to one' },
  passkey_challenges: { withheld: 'questions of five minutes, stored as hashes' },
  export_tickets: { withheld: 'the secret of this very download, stored as a hash' },
};
