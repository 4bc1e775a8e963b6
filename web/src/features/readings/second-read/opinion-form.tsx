import { useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts';
import { formatDateTime } from '../../../lib/formatting.ts';
import { useShownLanguage, useWorkTexts } from '../../../lib/messages.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/input.tsx';
import type { SecondReadSteps } from './second-read-queries.ts';

/** The form for the blinded reader's findings and impression; they can be saved once. */
export function OpinionForm({
  caseId,
  owner,
  keptUntil,
  steps,
}: {
  readonly caseId: string;
  readonly owner: string;
  /** Then a colleague may take the second read. */
  readonly keptUntil: string | null;
  readonly steps: SecondReadSteps;
}) {
  const texts = useWorkTexts().reporting.secondRead;
  const shownLanguage = useShownLanguage();
  const language = shownLanguage === 'en' ? 'en' : 'tr';
  const draft = `second-read-${caseId}`;
  const [{ findings, impression }, setTexts] = useState(() => {
    const kept = readDraft(draft, owner);
    return { findings: String(kept?.findings ?? ''), impression: String(kept?.impression ?? '') };
  });
  const change = (typed: { findings?: string; impression?: string }) => {
    const next = { findings, impression, ...typed };
    setTexts(next);
    keepDraft(draft, owner, next);
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        steps.save.mutate({ language, findings, impression }, { onSuccess: () => dropDraft(draft) });
      }}
    >
      <h3 className="font-semibold">{texts.yours}</h3>
      <p className="text-sm text-grey-4">
        {texts.yoursHelp} {keptUntil && texts.keptUntil({ time: formatDateTime(keptUntil, shownLanguage) })}
      </p>
      <Field label={texts.findings} isRequired>
        <Textarea
          lang={language}
          rows={6}
          value={findings}
          onChange={({ target }) => change({ findings: target.value })}
        />
      </Field>
      <Field label={texts.impression} isRequired>
        <Textarea
          lang={language}
          rows={3}
          value={impression}
          onChange={({ target }) => change({ impression: target.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!findings.trim() || !impression.trim()} isPending={steps.save.isPending}>
          {texts.save}
        </Button>
        <Button variant="secondary" isPending={steps.giveBack.isPending} onClick={() => steps.giveBack.mutate()}>
          {texts.giveBack}
        </Button>
      </div>
    </form>
  );
}
