/** Every number that the specification states (section 9) and the ones decided where it is silent. */
export const LIMITS = {
  /** Of one reader. */
  measurementsPerCase: 500,
  /** A critical finding that nobody has acknowledged is told on after so many minutes, and again after so many hours. */
  criticalMinutes: 60,
  criticalAgainHours: 4,
  uploadFileBytes: 100 * 1024 * 1024,
  /** An instance that a PACS sends, by C-STORE or STOW-RS: tomosynthesis, enhanced CT, cine. */
  instanceBytes: 4 * 1024 ** 3,
  filesPerCase: 2000,
  jsonBodyBytes: 256 * 1024,
  nameMinLength: 2,
  nameMaxLength: 100,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  freeTextMaxLength: 5000,
  shortTextMaxLength: 200,
  reportTextMaxLength: 20_000,
  keyImagesPerReport: 6,
  trialDays: 30,
  trialScans: 100,
  invitationDays: 7,
  verificationHours: 48,
  resetMinutes: 60,
  sessionRememberedDays: 30,
  sessionHours: 12,
  staffSessionHours: 10,
  staffIdleMinutes: 60,
  /** A device on which somebody signed in is known for so long. */
  knownDeviceDays: 180,
  patientSessionDays: 30,
  shareDays: 30,
  shareOpenings: 20,
  sharePinAttempts: 5,
  erasureGraceDays: 14,
  uploadKeptDays: 7,
  questionsPerDay: 20,
  resendCoolDownSeconds: 60,
  phoneCodeMinutes: 10,
  applicationKeptDays: 180,
  /** Of a list without pages; whoever reads it is told where it was cut. */
  rowsAtOnce: 500,
  /** How many are found is counted so far; one more stands for "more". */
  countedAtMost: 1000,
  /** Long enough to look into a complaint about a sign-in, no longer (GDPR Art. 5(1)(e)). */
  endedSessionKeptDays: 30,
  phoneCodeAttempts: 5,
  phoneCodesPerDay: 5,
  recoveryCodes: 10,
  passkeys: 20,
  /** Addresses that one institution has called: a finished study makes a call to each. */
  webhooks: 20,
  /** Systems of an institution that speak DICOM. */
  pacsPeers: 50,
  /** Systems of an institution that are sent HL7 messages. */
  hl7Receivers: 20,
  /** Receivers of audit messages of an institution, or of the operator. */
  auditReceivers: 5,
  /** Archives of an institution that take results by STOW-RS. */
  webReceivers: 20,
  /** Objects of one study that are kept aside because others have their UIDs. */
  quarantinedPerStudy: 500,
  /** Requests of one system for storage commitment that wait for their report. */
  openCommitments: 1000,
  passkeyNameMaxLength: 60,
  passkeyChallengeMinutes: 5,
  firstReportBytes: 10 * 1024 * 1024,
  /** A package of an algorithm that is sent by the console, as ZIP and once unpacked. */
  packageUploadBytes: 256 * 1024 * 1024,
} as const;

/** Hours until a report is due, by urgency (decisions.md, "The life of a case"). */
export const DUE_HOURS = { urgent: 24, 'semi-urgent': 36, routine: 48 } as const;

/** Defaults of the web client: data fetching and notifications (specification, section 9). */
export const TOAST = { autoCloseMs: 5000, swipeThresholdPx: 50, removeMs: 1_000_000, limit: 1, hotkey: 'F8' } as const;

/** Storage keys in the browser (specification, section 9). */
export const STORAGE_KEYS = {
  patientToken: 'secondOpinionToken',
  newsBannerClosed: 'newsBannerClosed',
  announcementDismissed: (id: string) => `announcement-${id}-dismissed`,
} as const;

/** Address that the pages are built with; the server puts its own in its place (canonical address, Open Graph). */
export const SITE_ORIGIN = 'https://duai.example';
