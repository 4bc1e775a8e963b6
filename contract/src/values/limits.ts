/** Every limit that the specification states (section 9), and those decided where it is silent. */
export const LIMITS = {
  /** That a reader sees: own ones, and those that stand with the draft. */
  measurementsPerCase: 500,
  /** Of these measurements together, a freehand region having up to 2,000: all go to the page, and into the files of a signature. */
  measurementPointsPerCase: 50_000,
  /** Corrected masks in a case, all versions together. */
  maskVersionsPerCase: 200,
  /** An unacknowledged critical finding is escalated after `criticalMinutes`, and again after `criticalAgainHours`. */
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
  addendaPerReport: 50,
  macrosPerReader: 200,
  viewsPerReader: 20,
  macroTextMaxLength: 1000,
  trialDays: 30,
  trialScans: 100,
  invitationDays: 7,
  verificationHours: 48,
  resetMinutes: 60,
  sessionRememberedDays: 30,
  sessionHours: 12,
  staffSessionHours: 10,
  staffIdleMinutes: 60,
  /** How long a device on which somebody signed in counts as known. */
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
  /** Longer ones, and those that begin later, are nearly always a mistyped year, and would leave a reader without cases. */
  absenceDays: 366,
  absenceAheadDays: 731,
  /** The most rows of a list without pages; users are told if it was cut. */
  rowsAtOnce: 500,
  /** The highest age that may be stated. */
  mostYears: 120,
  /** Rows are counted up to this number; one more means "more". */
  countedAtMost: 1000,
  /** Long enough to investigate a complaint about a sign-in, and no longer (GDPR Art. 5(1)(e)). */
  endedSessionKeptDays: 30,
  phoneCodeAttempts: 5,
  phoneCodesPerDay: 5,
  recoveryCodes: 10,
  passkeys: 20,
  /** For each institution; every finished study calls each of them. */
  webhooks: 20,
  /** DICOM systems of an institution. */
  pacsPeers: 50,
  /** Systems of an institution that receive HL7 messages. */
  hl7Receivers: 20,
  /** Receivers of audit messages of an institution, or of the operator. */
  auditReceivers: 5,
  /** Archives of an institution that take results by STOW-RS. */
  webReceivers: 20,
  /** Objects of one study that are set aside because their UIDs are already in use. */
  quarantinedPerStudy: 500,
  /** Storage commitment requests of one system that wait for their report. */
  openCommitments: 1000,
  passkeyNameMaxLength: 60,
  passkeyChallengeMinutes: 5,
  firstReportBytes: 10 * 1024 * 1024,
  /** An algorithm package uploaded in the console: limit for the ZIP file and for its unpacked content. */
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

/** Address that the pages are built with; the server replaces it with its own (canonical address, Open Graph). */
export const SITE_ORIGIN = 'https://duai.example';
