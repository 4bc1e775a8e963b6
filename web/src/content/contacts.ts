/** Addresses shown on the site. Sample content: an editor changes them here. */
export const CONTACTS = {
  technicalTeam: 'technical@duai.example',
  aiTeam: 'ai@duai.example',
  sales: 'pricing@duai.example',
  contact: 'hello@duai.example',
  careers: 'careers@duai.example',
} as const;

export const TRIAL_VERSION = '2.3.17';

/** The company responsible for the site and the data. Sample content: an editor enters the registered company here. */
export const COMPANY = {
  name: 'DUAI Ltd',
  address: 'Sample Street 1, 1065 Nicosia, Cyprus',
  /** KVKK, regulation on the registry of data controllers, Article 11: a controller abroad names a representative. */
  representativeInTurkiye: 'DUAI Temsilciliği, Örnek Cad. 1, 34394 İstanbul',
  privacyEmail: 'privacy@duai.example',
  legalEmail: 'legal@duai.example',
} as const;

/** The archive vendor whose systems the trial connects to. Sample content. */
export const PACS_PARTNER = { name: 'InterPACS', website: 'https://www.interpacs.example' } as const;
