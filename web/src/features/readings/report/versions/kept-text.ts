import { reports } from '@duai/contract';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { dropDraft, keepDraft, readDraft } from '../../../../lib/draft.ts';
import { SECTIONS } from '../sections.ts';
import { choicesBetween } from './words.ts';

const keptSchema = z.object({ language: reports.reportLanguageSchema, content: reports.reportContentSchema });
const draftSchema = z.object({ texts: z.array(keptSchema) });
export type KeptText = z.infer<typeof keptSchema>;

const nameOf = (caseId: string) => `report-${caseId}`;

/**
 * Texts that this reader typed in this tab, and what was chosen beside them, that never reached the server and that the report
 * does not contain; the newest first.
 */
function keptTextsOf(caseId: string, owner: string, report: Pick<reports.Report, 'content'>): readonly KeptText[] {
  const draft = draftSchema.safeParse(readDraft(nameOf(caseId), owner));
  if (!draft.success) return [];
  const others = draft.data.texts.filter(
    ({ content }) =>
      SECTIONS.some((section) => content[section] !== report.content[section]) ||
      choicesBetween(report.content, content).length > 0,
  );
  return [...new Map(others.map((text) => [JSON.stringify(text), text])).values()];
}

/**
 * Keeps typed text in this tab until the server has saved it, so that an expired session, a lost connection or a colleague's
 * takeover loses nothing. Text found at the start stays until the reader decides about it, also beside what is typed meanwhile.
 */
export function useKeptText({
  caseId,
  owner,
  report,
  typed,
  isDirty,
}: {
  caseId: string;
  owner: string;
  report: reports.Report;
  typed: KeptText;
  isDirty: boolean;
}): {
  /** The next one to decide about. */
  found: KeptText | null;
  offer: () => void;
  decide: () => void;
} {
  const [offered, setOffered] = useState(() => keptTextsOf(caseId, owner, report));
  useEffect(() => {
    const texts = isDirty ? [typed, ...offered] : offered;
    if (texts.length > 0) keepDraft(nameOf(caseId), owner, { texts });
    else dropDraft(nameOf(caseId));
  }, [offered, isDirty, caseId, owner, typed]);
  return {
    found: offered[0] ?? null,
    /** Shows the text typed now beside that of the report. */
    offer: () => setOffered([typed, ...offered]),
    decide: () => setOffered(offered.slice(1)),
  };
}
