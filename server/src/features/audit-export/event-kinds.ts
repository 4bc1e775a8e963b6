/** A code of DICOM PS3.16 (DCM), as EventID of PS3.15 section A.5.3. */
export interface EventKind {
  code: string;
  display: string;
  /** Create, read, update, delete, execute. */
  does: 'C' | 'R' | 'U' | 'D' | 'E';
}

const LOGIN: EventKind = { code: '110114', display: 'User Authentication', does: 'E' };
const ACCESSED: EventKind = { code: '110103', display: 'DICOM Instances Accessed', does: 'R' };
const ARRIVED: EventKind = { code: '110104', display: 'DICOM Instances Transferred', does: 'C' };
const SENT: EventKind = { code: '110104', display: 'DICOM Instances Transferred', does: 'R' };
const DELETED: EventKind = { code: '110105', display: 'DICOM Study Deleted', does: 'D' };
const EXPORT: EventKind = { code: '110106', display: 'Export', does: 'R' };
const QUERY: EventKind = { code: '110112', display: 'Query', does: 'E' };
const LOG_USED: EventKind = { code: '110101', display: 'Audit Log Used', does: 'R' };
const SECURITY: EventKind = { code: '110113', display: 'Security Alert', does: 'U' };
const ACTIVITY: EventKind = { code: '110100', display: 'Application Activity', does: 'E' };

/** The first that fits decides; whatever none fits is an activity of the application, named by its own action. */
const KINDS: readonly (readonly [RegExp, EventKind])[] = [
  [/^operations\.(export|read)-audit$/, LOG_USED],
  [/^accounts\.(login|logout|log-out|redeem|sign-in|reset-password|forgot-password)/, LOGIN],
  [/^(trial\.(delete|expire)-(scan|data)|rights\.erase|rights\.prove-erasure)$/, DELETED],
  [
    /^(trial\.(export-|return-data|dossier)|reports\.(export|read-pdf)|rights\.(export|prepare-export)|studies\.download)/,
    EXPORT,
  ],
  [/^(dicomweb\.search|fhir\.search|pacs\.query|cases\.worklist|[\w-]+\.list)/, QUERY],
  [/^(pacs\.(send-|retrieve)|hl7\.send-|analyses\.send-to-vendor)/, SENT],
  [/^(trial\.(accept-scan|add-images)|studies\.(upload|submit))/, ARRIVED],
  [
    /^(trial\.read|studies\.(preview|frames|metadata)|reports\.(read|open)|cases\.read|dicomweb\.|fhir\.|questions\.read|shares\.open)/,
    ACCESSED,
  ],
  [/^(accounts|integrations|pacs|hl7|fhir|audit-export)\./, SECURITY],
];

export const kindOf = (action: string): EventKind => KINDS.find(([fits]) => fits.test(action))?.[1] ?? ACTIVITY;
