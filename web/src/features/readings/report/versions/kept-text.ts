import { reports } from '@duai/contract';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { dropDraft, keepDraft, readDraft } from '../../../../lib/draft.ts';
import { SECTIONS } from '../sections.ts';
import { choicesBetween } from './words.ts';

const keptSchema = z.object({ language: reports.reportLanguageSchema, content: reports.reportContentSchema });
export type KeptText = z.infer<typeof keptSchema>;

const nameOf = (caseId: string) => `report-${caseId}`;

/**
 * Text that this reader typed in this tab, and what was chosen beside it, that never reached the server; null if there is
 * none, or if the report contains it.
 */
export function keptTextOf(caseId: string, owner: string, report: Pick<reports.Report, 'content'>): KeptText | null {
  const kept = keptSchema.safeParse(readDraft(nameOf(caseId), owner));
  if (!kept.success) return null;
  const { content } = kept.data;
  const isOther =
    SECTIONS.some((section) => content[section] !== report.content[section]) ||
    choicesBetween(report.content, content).length > 0;
  return isOther ? kept.data : null;
}

/**
 * Keeps typed text in this tab until the server has saved it, so that an expired session, a lost connection or a colleague's
 * takeover loses nothing. Text found at the start stays until the reader decides about it.
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
}): { found: KeptText | null; offer: () => void; decide: () => void } {
  const [found, setFound] = useState(() => keptTextOf(caseId, owner, report));
  useEffect(() => {
    if (found) return;
    if (isDirty) keepDraft(nameOf(caseId), owner, typed);
    else dropDraft(nameOf(caseId));
  }, [found, isDirty, caseId, owner, typed]);
  return {
    found,
    /** Shows the text typed now beside that of the report. */
    offer: () => setFound(typed),
    decide: () => {
      dropDraft(nameOf(caseId));
      setFound(null);
    },
  };
}
