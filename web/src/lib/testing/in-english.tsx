import checks from '@duai/texts/en/checks';
import labels from '@duai/texts/en/interface';
import passwords from '@duai/texts/en/passwords';
import en from '@duai/texts/en/workplace';
import type { ReactNode } from 'react';
import { LanguageContext, WORK_TEXTS } from '../messages.tsx';

const ENGLISH = {
  language: 'en',
  languages: ['en'],
  catalogue: WORK_TEXTS,
  messages: { ...en, interface: labels, passwords, checks },
  chooseLanguage: () => undefined,
} as const;

/** What a page of the workplace has around it, in English. */
export const InEnglish = ({ children }: { readonly children: ReactNode }) => (
  <LanguageContext value={ENGLISH}>{children}</LanguageContext>
);
