import { LIMITS } from '@duai/contract';
import { CLAIMS, type ClaimName } from './claims.ts';
import { PACS_PARTNER } from './contacts.ts';

/** A counter of the trial landing page: the number that it counts to, and the text around it. */
export interface TrialCounter {
  readonly countTo: number;
  readonly suffix: string;
  readonly label: string;
  readonly claim?: ClaimName;
}

const figureOf = (name: ClaimName): number => Number.parseInt(CLAIMS[name].value, 10);
const { aiModels, dataProtection, diagnosisAccuracy, timeSaving } = CLAIMS;

export const COUNTERS: readonly TrialCounter[] = [
  {
    countTo: figureOf('diagnosisAccuracy'),
    suffix: '%',
    label: 'diagnosis accuracy or better',
    claim: 'diagnosisAccuracy',
  },
  { countTo: figureOf('timeSaving'), suffix: '%', label: 'time saving at best', claim: 'timeSaving' },
  { countTo: LIMITS.trialScans, suffix: '', label: 'scans of your own' },
  { countTo: LIMITS.trialDays, suffix: '', label: 'days, free of charge' },
];

/** What the trial includes; a line that makes a claim is removed when the claim is withdrawn. */
export const TRIAL_PACKAGE: readonly { readonly text: string; readonly claim?: ClaimName }[] = [
  { text: `${LIMITS.trialDays} days of full access, free of charge` },
  { text: `${LIMITS.trialScans} AI-analysed scans` },
  { text: `${aiModels.value} ${aiModels.wording}`, claim: 'aiModels' },
  { text: `${diagnosisAccuracy.value}+ accuracy`, claim: 'diagnosisAccuracy' },
  { text: `Up to ${timeSaving.value} ${timeSaving.wording}`, claim: 'timeSaving' },
  { text: `${dataProtection.value} ${dataProtection.wording}`, claim: 'dataProtection' },
  { text: `Integration with ${PACS_PARTNER.name}, our partner PACS vendor` },
];

export const TRIAL_HELP = [
  {
    question: 'How do I get an account?',
    answer: `Register for the trial. A specialist reaches out within 48 hours; after approval you receive an invitation by e-mail that is valid for ${LIMITS.invitationDays} days.`,
  },
  {
    question: 'I cannot sign in.',
    answer: 'Use the username you chose with the invitation. "Forgot password" on the sign-in page sends a reset link.',
  },
  {
    question: 'What counts as a scan?',
    answer:
      'One study that is analysed, uploaded or sent by your PACS. Sent twice it counts once; refused or failed it does not count.',
  },
  {
    question: `What happens after ${LIMITS.trialDays} days?`,
    answer: 'The trial ends by itself and nothing is charged. Your results stay readable until you have them erased.',
  },
] as const;
