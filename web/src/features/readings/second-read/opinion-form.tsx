import { LIMITS, reports } from '@duai/contract';
import { useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts';
import { formatDateTime } from '../../../lib/formatting.ts';
import { LANGUAGE_NAMES } from '../../../lib/language.ts';
import { useShownLanguage, useWorkTexts } from '../../../lib/messages.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Select, Textarea } from '../../../ui/forms/input.tsx';
import { useTooLong } from '../../../ui/forms/too-long.ts';
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
  const draft = `second-read-${caseId}`;
  const [{ findings, impression, language }, setTexts] = useState(() => {
    const kept = readDraft(draft, owner);
    return {
      findings: String(kept?.findings ?? ''),
      impression: String(kept?.impression ?? ''),
      language: reports.reportLanguageSchema.catch(shownLanguage === 'en' ? 'en' : 'tr').parse(kept?.language),
    };
  });
  const tooLong = useTooLong();
  const change = (typed: { findings?: string; impression?: string; language?: reports.Report['language'] }) => {
    const next = { findings, impression, language, ...typed };
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
      <Field label={texts.language} className="grid-cols-[1fr_minmax(8rem,12rem)] items-center text-sm">
        <Select
          value={language}
          onChange={({ target }) => change({ language: reports.reportLanguageSchema.parse(target.value) })}
        >
          {reports.REPORT_LANGUAGES.map((each) => (
            <option key={each} value={each} lang={each}>
              {LANGUAGE_NAMES[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={texts.findings} isRequired error={tooLong(findings, LIMITS.reportTextMaxLength)}>
        <Textarea
          lang={language}
          rows={6}
          value={findings}
          onChange={({ target }) => change({ findings: target.value })}
        />
      </Field>
      <Field label={texts.impression} isRequired error={tooLong(impression, LIMITS.reportTextMaxLength)}>
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
