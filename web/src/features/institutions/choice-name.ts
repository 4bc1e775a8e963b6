import type { WorkTexts } from '../../lib/messages.tsx';

/** An applicant's choice in the reader's language; choices are stored as the form names them in English. */
export function choiceName(chosen: string, choices: WorkTexts['institutions']['trialRegistration']['choices']): string {
  const names: Readonly<Record<string, string>> = choices;
  return names[chosen] ?? chosen;
}
