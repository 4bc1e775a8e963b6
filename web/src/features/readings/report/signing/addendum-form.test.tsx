import { LIMITS } from '@duai/contract';
import checks from '@duai/texts/en/checks';
import labels from '@duai/texts/en/interface';
import passwords from '@duai/texts/en/passwords';
import en from '@duai/texts/en/workplace';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { LanguageContext, WORK_TEXTS } from '../../../../lib/messages.tsx';
import type { ReadingActions } from '../../reading-queries.ts';
import { AddendumForm } from './addendum-form.tsx';

it('tells beside the button that the report can have no more addenda', () => {
  const kept = JSON.stringify({ owner: 'r1', values: { text: 'Ek.', kind: 'supplement' } });
  vi.stubGlobal('sessionStorage', { getItem: () => kept });
  const form = (signed: number) =>
    renderToStaticMarkup(
      <LanguageContext
        value={{
          language: 'en',
          languages: ['en'],
          catalogue: WORK_TEXTS,
          messages: { ...en, interface: labels, passwords, checks },
          chooseLanguage: () => undefined,
        }}
      >
        <AddendumForm caseId="c1" owner="r1" signed={signed} actions={{} as ReadingActions} />
      </LanguageContext>,
    );
  const told = `This report has ${LIMITS.addendaPerReport} addenda, and no more can be added.`;
  const full = form(LIMITS.addendaPerReport);
  expect(full).toContain(told);
  const [, id] = /<button[^>]* aria-describedby="([^"]*)"[^>]*>/.exec(full)!;
  expect(full).toContain(`<p id="${id}"`);
  expect(full).toMatch(/<button[^>]* disabled=""/);
  const open = form(LIMITS.addendaPerReport - 1);
  expect(open).not.toContain(told);
  expect(open).not.toMatch(/<button[^>]* disabled=""/);
});
