/** Addresses shown on the site. Sample content: an editor changes them here. */
export const CONTACTS = {
  technicalTeam: 'technical@duai.example',
  aiTeam: 'ai@duai.example',
  sales: 'pricing@duai.example',
} as const;

export const TRIAL_VERSION = '2.3.17';
