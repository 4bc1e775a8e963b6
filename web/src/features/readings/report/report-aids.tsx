import type { Examined, reports, studies } from '@duai/contract';
import { useState } from 'react';
import { templatesFor } from '../../../content/report-templates/template.ts';
import { REPORT_TEMPLATES } from '../../../content/report-templates/templates.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/input.tsx';
import { RadsChoice } from './rads-choice.tsx';
import { MacroList } from './typing/macros.tsx';
import { isChange, linesOf, withLine, withTemplate } from './write-report.ts';

/** The examination, and the sentences that AI proposes for the report. */
export interface Examination {
  readonly examined: Examined;
  readonly proposals: studies.Reading['proposals'];
}

export interface AidsProps {
  readonly examination: Examination;
  readonly language: 'tr' | 'en';
  readonly content: reports.ReportContent;
  readonly onChange: (change: Partial<reports.ReportContent>) => void;
}

/** Templates, RADS lists, AI sentences and macros: ways to fill the report without typing. */
export function ReportAids(props: AidsProps) {
  const texts = useWorkTexts().reporting.aids;
  return (
    <section aria-labelledby="aids" className="grid gap-3 rounded border border-grey-2 bg-surface p-3 text-sm">
      <h3 id="aids" className="font-semibold">
        {texts.aids}
      </h3>
      <Templates {...props} />
      <RadsChoice {...props} />
      <Proposals {...props} />
      <MacroList />
    </section>
  );
}

function Templates({ examination, language, content, onChange }: AidsProps) {
  const texts = useWorkTexts().reporting.aids;
  const [id, setId] = useState('');
  const { fitting, others } = templatesFor(REPORT_TEMPLATES, examination.examined);
  const chosen = REPORT_TEMPLATES.find((template) => template.id === id);
  const insert = () => {
    if (!chosen) return;
    const { title } = chosen[language];
    const change = withTemplate(content, chosen[language]);
    if (!isChange(content, change)) return showToast({ title, description: texts.nothingInserted });
    onChange(change);
    showToast({ title, description: texts.inserted, tone: 'success' });
  };
  const isForOthers = others.some((template) => template.id === id);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={texts.template} className="min-w-48 flex-1">
        <Select value={id} onChange={({ target }) => setId(target.value)}>
          <option value="">{texts.choose}</option>
          {[
            { label: texts.fitting, templates: fitting },
            { label: texts.others, templates: others },
          ].map(
            ({ label, templates }) =>
              templates.length > 0 && (
                <optgroup key={label} label={label}>
                  {templates.map((template) => (
                    <option key={template.id} value={template.id} lang={language}>
                      {template[language].title}
                    </option>
                  ))}
                </optgroup>
              ),
          )}
        </Select>
      </Field>
      <Button size="small" variant="secondary" disabled={!chosen} onClick={insert}>
        {isForOthers ? texts.insertAnyway : texts.insert}
      </Button>
      {isForOthers && (
        <Banner tone="warning" title={texts.otherImages} className="basis-full">
          {texts.otherImagesText}
        </Banner>
      )}
    </div>
  );
}

function Proposals({ examination: { proposals }, language, content, onChange }: AidsProps) {
  const texts = useWorkTexts().reporting.aids;
  if (proposals.length === 0) return null;
  const written = [...linesOf(content.findings), ...linesOf(content.impression)];
  return (
    <details>
      <summary className="min-h-6 cursor-pointer font-semibold">{texts.proposals}</summary>
      <ul className="mt-2 grid gap-2">
        {proposals.map((proposal) => {
          const line = proposal[language];
          const isTaken = written.includes(line);
          return (
            <li key={`${proposal.analysisId}${line}`} className="flex items-start justify-between gap-2">
              <span lang={language} className="min-w-0">
                {line}
              </span>
              {isTaken ? (
                <span className="shrink-0 text-grey-4">{texts.taken}</span>
              ) : (
                <Button
                  size="small"
                  variant="secondary"
                  aria-label={`${texts.takeOver}: ${line}`}
                  onClick={() =>
                    onChange({
                      findings: withLine(content.findings, line),
                      ...(proposal.isForImpression && { impression: withLine(content.impression, line) }),
                    })
                  }
                >
                  {texts.takeOver}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
