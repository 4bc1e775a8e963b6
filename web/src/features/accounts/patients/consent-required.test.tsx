import type { accounts, Language } from '@duai/contract';
import ar from '@duai/texts/ar/patient';
import checks from '@duai/texts/en/checks';
import labels from '@duai/texts/en/interface';
import passwords from '@duai/texts/en/passwords';
import en from '@duai/texts/en/patient';
import tr, { type Texts } from '@duai/texts/tr/patient';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LanguageContext, PATIENT_TEXTS } from '../../../lib/messages.tsx';
import { ConsentRequired } from './consent-required.tsx';

const shared = { interface: labels, passwords, checks };
const shown = (language: Language, texts: Texts, missing: accounts.Patient['missingConsents']) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageContext
        value={{
          language,
          languages: [language],
          catalogue: PATIENT_TEXTS,
          messages: { ...texts, ...shared },
          chooseLanguage: () => {},
        }}
      >
        <ConsentRequired missing={missing} />
      </LanguageContext>
    </QueryClientProvider>,
  );

it.each([
  ['tr', tr],
  ['en', en],
  ['ar', ar],
] as const)(
  'says that cases stand still without consent, and has a button to give it, as long as one is missing (%s)',
  (language, texts) => {
    const { requiredTitle, requiredText, give } = texts.accounts.consents;
    const html = shown(language, texts, ['ai-analysis']);
    for (const text of [requiredTitle, requiredText]) expect(html).toContain(text);
    expect(html).toMatch(new RegExp(`<button[^>]*>.*${give}.*</button>`));
    expect(shown(language, texts, [])).toBe('');
  },
);
