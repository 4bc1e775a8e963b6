import { reports } from '@duai/contract';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { dropDraft, keepDraft, readDraft } from '../../../../lib/draft.ts';
import { SECTIONS } from '../sections.ts';

const keptSchema = z.object({ language: reports.reportLanguageSchema, content: reports.reportContentSchema });
export type KeptText = z.infer<typeof keptSchema>;

const nameOf = (caseId: string) => `report-${caseId}`;

/** What this reader typed here and what never reached the server; null where there is nothing, or the report says it. */
export function keptTextOf(caseId: string, owner: string, report: Pick<reports.Report, 'content'>): KeptText | null {
  const kept = keptSchema.safeParse(readDraft(nameOf(caseId), owner));
  if (!kept.success) return null;
  return SECTIONS.some((section) => kept.data.content[section] !== report.content[section]) ? kept.data : null;
}

/**
 * Text that is typed is kept in this tab until the server has it: a session that ends, a connection that is lost or a
 * colleague who takes the case over loses nothing. What was found at the beginning stays until the reader decides.
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
    /** What is typed now is shown beside what the report says. */
    offer: () => setFound(typed),
    decide: () => {
      dropDraft(nameOf(caseId));
      setFound(null);
    },
  };
}
