import type { Language } from '@duai/contract';
import arServer from '@duai/texts/ar/server';
import enDocuments, { type Texts as DocumentTexts } from '@duai/texts/en/documents';
import enServer, { type Texts as ServerTexts } from '@duai/texts/en/server';
import enWorkplace, { type Texts as WorkplaceTexts } from '@duai/texts/en/workplace';
import trDocuments from '@duai/texts/tr/documents';
import trServer from '@duai/texts/tr/server';
import trWorkplace from '@duai/texts/tr/workplace';

/** Texts of the server other than errors and mails. */
export const SERVER_TEXTS: Readonly<Record<Language, ServerTexts>> = { tr: trServer, en: enServer, ar: arServer };

/** Languages of reports and printed documents. */
export type DocumentLanguage = 'tr' | 'en';
export const documentLanguage = (reader: Language): DocumentLanguage => (reader === 'tr' ? 'tr' : 'en');

/** Texts of reports, drafts, dossiers and statements. */
export const DOCUMENT_TEXTS: Readonly<Record<DocumentLanguage, DocumentTexts>> = { tr: trDocuments, en: enDocuments };

/** The modality as reports write it; unchanged where it has no text. */
export function modalityIn(modality: string, language: DocumentLanguage): string {
  const names: Readonly<Record<string, string>> = DOCUMENT_TEXTS[language].report.modalities;
  return names[modality] ?? modality;
}

/** Texts of figures, the same as on the pages of the portal. */
export const FIGURE_TEXTS: Readonly<Record<DocumentLanguage, WorkplaceTexts['evaluation']['figures']>> = {
  tr: trWorkplace.evaluation.figures,
  en: enWorkplace.evaluation.figures,
};
