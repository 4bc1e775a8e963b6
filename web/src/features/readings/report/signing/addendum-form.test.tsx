import { LIMITS } from '@duai/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { InEnglish } from '../../../../lib/testing/in-english.tsx';
import type { ReadingActions } from '../../reading-queries.ts';
import { AddendumForm } from './addendum-form.tsx';

it('tells beside the button that the report can have no more addenda', () => {
  const kept = JSON.stringify({ owner: 'r1', values: { text: 'Ek.', kind: 'supplement' } });
  vi.stubGlobal('sessionStorage', { getItem: () => kept });
  const form = (signed: number) =>
    renderToStaticMarkup(
      <InEnglish>
        <AddendumForm caseId="c1" owner="r1" signed={signed} language="tr" actions={{} as ReadingActions} />
      </InEnglish>,
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

it('tells beside the field that a text is longer than the server takes', () => {
  const form = (length: number) => {
    const kept = JSON.stringify({ owner: 'r1', values: { text: 'a'.repeat(length), kind: 'supplement' } });
    vi.stubGlobal('sessionStorage', { getItem: () => kept });
    return renderToStaticMarkup(
      <InEnglish>
        <AddendumForm caseId="c1" owner="r1" signed={0} language="tr" actions={{} as ReadingActions} />
      </InEnglish>,
    );
  };
  const long = form(LIMITS.reportTextMaxLength + 1);
  expect(long).toContain('This text has 20001 characters; 20000 are the most.');
  expect(long).toMatch(/<button[^>]* disabled=""/);
  expect(form(LIMITS.reportTextMaxLength)).not.toMatch(/are the most|<button[^>]* disabled=""/);
});
