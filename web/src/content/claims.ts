/**
 * Every figure the public pages claim, in one place. Claims are content that somebody answers for: they are never shown
 * as a result of software on this server (measured figures stand on the model cards). Sample content: an editor changes
 * the values here and touches no component.
 */
export interface Claim {
  /** The figure as it is written, with its unit. */
  readonly value: string;
  /** What the figure is a figure of; stands beside the value. */
  readonly wording: string;
  /** Who states it and on what grounds; shown to the reader in small type. */
  readonly evidence: string;
  /** ISO date on which the evidence was last looked at. */
  readonly date: string;
  /** ISO date of the last day on which the claim may be shown. */
  readonly validUntil: string;
}

const PARTNERS = 'As stated by our algorithm partners for their own studies; not measured on this server.';
const STUDY = 'As reported by the authors of the QuantAct manuscript; not peer-reviewed.';
const SERVICE = 'Own service target, reviewed every year.';

export const CLAIMS = {
  costSavings: {
    value: '80%',
    wording: 'cost savings',
    evidence: 'Per-scan price against the licence fees of our partners, at 3,000 scans a year.',
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
  diagnosisAccuracy: {
    value: '95%',
    wording: 'diagnosis accuracy',
    evidence: PARTNERS,
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
  timeSaving: {
    value: '80%',
    wording: 'time saving',
    evidence: 'Reading time of partner sites before and with AI support; the best site.',
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
  providers: {
    value: '500+',
    wording: 'providers',
    evidence: 'Sites at which our algorithm partners are installed.',
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
  aiModels: {
    value: '15',
    wording: 'AI models from partners',
    evidence: 'Contracts with partners; the catalogue of this server lists what runs here.',
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
  dataProtection: {
    value: 'HIPAA and GDPR',
    wording: 'compliance',
    evidence: 'Own assessment against 45 CFR 164.312 and Regulation (EU) 2016/679.',
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
  quantumPredictability: {
    value: '87.3%',
    wording: 'quantum predictability',
    evidence: STUDY,
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
  quantumMachines: {
    value: '127-qubit',
    wording: 'machines',
    evidence: STUDY,
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
  quantumShots: {
    value: '≥ 16,384',
    wording: 'shots per job',
    evidence: STUDY,
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
  quantumConversion: {
    value: '16/32-bit',
    wording: 'conversion',
    evidence: STUDY,
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
  reportTurnaround: {
    value: '24-48 hours',
    wording: 'to your report',
    evidence: SERVICE,
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
  fastestReport: {
    value: '24h',
    wording: 'to an urgent report',
    evidence: SERVICE,
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
  secondOpinionAccuracy: {
    value: '98%',
    wording: 'accuracy',
    evidence: 'Agreement of two readers in our own quality rounds.',
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
  privacy: {
    value: '100%',
    wording: 'confidential',
    evidence: SERVICE,
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
  availability: {
    value: '24/7',
    wording: 'open for uploads',
    evidence: SERVICE,
    date: '2026-04-01',
    validUntil: '2027-12-31',
  },
} as const satisfies Record<string, Claim>;

export type ClaimName = keyof typeof CLAIMS;

/** Whether a claim may be shown on a day; its last day counts (UTC). */
export const isCurrent = ({ validUntil }: Pick<Claim, 'validUntil'>, today: Date = new Date()): boolean =>
  today.toISOString().slice(0, 10) <= validUntil;

/** The claim, or null once it is past its date: nothing is rendered then. */
export function currentClaim(name: ClaimName, today: Date = new Date()): Claim | null {
  const claim = CLAIMS[name];
  return isCurrent(claim, today) ? claim : null;
}
