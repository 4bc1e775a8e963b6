import { type Language, marks } from '@duai/contract';
import checks from '@duai/texts/en/checks';
import labels from '@duai/texts/en/interface';
import passwords from '@duai/texts/en/passwords';
import en from '@duai/texts/en/workplace';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LanguageContext, WORK_TEXTS } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { useKeptMeasurements } from './measurement-queries.ts';

const caseId = 'c1';
const Told = () => useKeptMeasurements(caseId, false, false).all.map(({ text }) => text);

it('the viewer gets kept measurements in the language of the page', () => {
  const queryClient = new QueryClient();
  const kept = { measure: 'ellipse', text: 'mean 3.5 HU' } as marks.Measurement;
  queryClient.setQueryData(keyOf(marks.listMeasurements, { params: { caseId } }), [kept]);
  const told = (language: Language) =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <LanguageContext
          value={{
            language,
            languages: [language],
            catalogue: WORK_TEXTS,
            messages: { ...en, interface: labels, passwords, checks },
            chooseLanguage: () => {},
          }}
        >
          <Told />
        </LanguageContext>
      </QueryClientProvider>,
    );
  expect([told('en'), told('tr')]).toEqual(['mean 3.5 HU', 'ortalama 3,5 HU']);
});
