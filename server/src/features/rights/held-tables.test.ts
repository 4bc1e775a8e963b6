import { expect, it } from 'vitest';
import { countKinds } from './held-tables.ts';

it('rows are counted by kind, also those of a document from before that names tables', () => {
  const byTable = { patients: 1, link_tokens: 2, report_documents: 3, gone_since: 4, also_gone: 1 };
  expect(countKinds(byTable)).toEqual({ account: 1, 'mail-links': 2, 'report-pdfs': 3, other: 5 });
  expect(countKinds({ account: 1, 'mail-links': 2, cases: 3 })).toEqual({ account: 1, 'mail-links': 2, cases: 3 });
});
