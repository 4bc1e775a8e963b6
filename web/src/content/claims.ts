import { type Capability, claims } from '@duai/contract';
import { EXTERNAL } from './home-page.ts';

/**
 * Every figure that public pages claim, in one place. Claims are content: they are never shown as results of this software,
 * and evidence for them must not be invented. Editors change values here, not in components; operators withdraw a claim or
 * set its last day in the console.
 */
export interface Claim {
  /** The figure as it is written, with its unit. */
  readonly value: string;
  /** What the figure describes; shown beside the value. */
  readonly wording: string;
  readonly source: ClaimSource;
}

/** The source of a claim; shown beside it. */
export type ClaimSource =
  /** Stated by the company and not measured here. */
  | { readonly kind: 'stated' }
  /** A document that the reader can open. */
  | { readonly kind: 'document'; readonly title: string; readonly href: string };

export type ClaimName = claims.ClaimName;

const STATED = { kind: 'stated' } as const;
const MANUSCRIPT = { kind: 'document', title: 'QuantAct manuscript', href: EXTERNAL.manuscript } as const;

export const CLAIMS = {
  costSavings: { value: '80%', wording: 'cost savings', source: STATED },
  diagnosisAccuracy: { value: '95%', wording: 'diagnosis accuracy', source: STATED },
  timeSaving: { value: '80%', wording: 'time saving', source: STATED },
  providers: { value: '500+', wording: 'providers', source: STATED },
  aiModels: { value: '15', wording: 'AI models from partners', source: STATED },
  dataProtection: { value: 'HIPAA and GDPR', wording: 'compliance', source: STATED },
  quantumPredictability: { value: '87.3%', wording: 'quantum predictability', source: MANUSCRIPT },
  quantumMachines: { value: '127-qubit', wording: 'machines', source: MANUSCRIPT },
  quantumShots: { value: '≥ 16,384', wording: 'shots per job', source: MANUSCRIPT },
  quantumConversion: { value: '16/32-bit', wording: 'conversion', source: MANUSCRIPT },
  reportTurnaround: { value: '24-48 hours', wording: 'to your report', source: STATED },
  fastestReport: { value: '24h', wording: 'to an urgent report', source: STATED },
  secondOpinionAccuracy: { value: '98%', wording: 'accuracy', source: STATED },
  privacy: { value: '100%', wording: 'confidential', source: STATED },
  availability: { value: '24/7', wording: 'open for uploads', source: STATED },
} as const satisfies Record<ClaimName, Claim>;

/**
 * Figures that this system computes itself and shows beside the claims: the server replaces the text with the counted
 * sentence and its date (server/src/features/claims). It cannot be withdrawn.
 */
export const MEASURED = {
  installedAlgorithms: {
    kind: 'measured',
    place: claims.INSTALLED_PLACE,
    query: 'entries of the algorithm catalogue of this server, counted when the page is sent',
  },
} as const;

/** The sentence on every page and in every mail beside a figure that is only stated. */
export const STATED_NOTE = 'Stated by DUAI, not measured here.';

/** The claim, or null if an operator withdrew it; the server lists withdrawn claims on `<html>` (http/claims-place.ts). */
export function shownClaim(name: ClaimName): Claim | null {
  const hidden = globalThis.document?.documentElement.dataset.hiddenClaims?.split(' ') ?? [];
  return hidden.includes(name) ? null : CLAIMS[name];
}

/**
 * Capabilities that the public pages promise. The server must provide them (contract/src/site/capabilities.ts), and no page
 * may use a word of `PROMISE_WORDS` whose capability is not listed here.
 */
export const CAPABILITIES_CLAIMED = [
  'receives-dicomweb',
  'reads-archives',
  'exports-dicom-sr',
  'exports-fhir',
  'exports-pdf',
  'model-cards',
  'model-switches',
  'routing',
  'verdicts',
  'trial-figures',
  'bills-per-scan',
  'signed-reports',
  'shares-with-doctors',
  'records-access',
] as const satisfies readonly Capability[];

/** Words that promise something, in the languages of the public pages, with the capability that they require. */
export const PROMISE_WORDS: readonly { words: RegExp; needs: string }[] = [
  { words: /DICOMweb|STOW-RS/i, needs: 'receives-dicomweb' },
  {
    words: /from your (archive|PACS)|your (archive|PACS) sends|connection to your PACS|from a PACS/i,
    needs: 'receives-dicomweb',
  },
  { words: /\bCD\b.*\bZIP\b/, needs: 'reads-archives' },
  { words: /Structured Report|DICOM SR|DICOM reports|PACS can keep/i, needs: 'exports-dicom-sr' },
  { words: /\bFHIR\b/, needs: 'exports-fhir' },
  { words: /\bPDF\b/, needs: 'exports-pdf' },
  { words: /model card/i, needs: 'model-cards' },
  { words: /switch in the catalogue/i, needs: 'model-switches' },
  { words: /goes to the algorithms that fit/i, needs: 'routing' },
  { words: /agree or disagree/i, needs: 'verdicts' },
  { words: /sensitivity, specificity/i, needs: 'trial-figures' },
  { words: /price per scan|per-scan pricing|pay per scan/i, needs: 'bills-per-scan' },
  { words: /signs? (your|every) report|who signs|raporunuzu imzalar|يوقّع/i, needs: 'signed-reports' },
  { words: /(share|link).{0,30}(doctor|physician)/i, needs: 'shares-with-doctors' },
  { words: /recorded access|kayıtlı erişim/i, needs: 'records-access' },
  { words: /DIMSE|C-STORE|C-FIND|C-MOVE|modality worklist/i, needs: 'dimse' },
  { words: /WADO-RS|QIDO-RS/i, needs: 'serves-dicomweb' },
  {
    words: /back (in|to|into) (your|the) (archive|PACS)|returned to (your|the) (archive|PACS)/i,
    needs: 'sends-results-back',
  },
  { words: /segmentation|heat ?map/i, needs: 'segmentations' },
  { words: /HL7|\bORU\b/, needs: 'hl7' },
  { words: /single sign-on|\bSSO\b|\bSAML\b/i, needs: 'single-sign-on' },
  { words: /on-site gateway|edge gateway/i, needs: 'gateway' },
  { words: /speech recognition|dictat/i, needs: 'dictation' },
];
