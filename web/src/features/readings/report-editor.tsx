import { reports } from '@duai/contract';
import { Check, PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { apiErrorOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { showToast } from '../../lib/toasts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, Textarea } from '../../ui/input.tsx';
import { openPdf, type ReadingActions } from './reading-queries.ts';

const SECTIONS = [...reports.REPORT_SECTIONS, 'plainSummary'] as const;
const LABELS: Record<(typeof SECTIONS)[number], string> = {
  clinicalInformation: 'Clinical information',
  technique: 'Technique',
  comparison: 'Comparison',
  findings: 'Findings',
  impression: 'Impression',
  recommendations: 'Recommendations',
  plainSummary: 'Summary for the patient, in plain words',
};
const AGREEMENTS = {
  concordant: 'Concordant',
  'minor-difference': 'Minor difference',
  'major-difference': 'Major difference',
} as const satisfies Record<(typeof reports.AGREEMENTS)[number], string>;
const AUTOSAVE_MS = 1500;

interface EditorProps {
  readonly report: reports.Report;
  readonly canEdit: boolean;
  readonly actions: ReadingActions;
}

/** The draft: saved by itself while it is written; signing freezes it. */
export function ReportEditor({ report, canEdit, actions }: EditorProps) {
  const [content, setContent] = useState(report.content);
  const [language, setLanguage] = useState(report.language);
  const [isSigning, setIsSigning] = useState(false);
  const isDirty =
    language !== report.language ||
    content.agreement !== report.content.agreement ||
    SECTIONS.some((section) => content[section] !== report.content[section]);
  const hasConflict = apiErrorOf(actions.save.error)?.code === 'REPORT_CHANGED';
  const { mutate: save, isPending: isSaving } = actions.save;

  useEffect(() => {
    if (!isDirty || !canEdit || isSaving || hasConflict) return;
    const timer = setTimeout(() => save({ version: report.version, language, content }), AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [isDirty, canEdit, isSaving, hasConflict, content, language, report.version, save]);

  return (
    <section aria-labelledby="report" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="report" className="font-semibold">
          Draft report
        </h2>
        <p aria-live="polite" className="text-xs text-grey-4">
          {isSaving ? 'Saving …' : isDirty ? 'Not saved yet' : `Saved, version ${report.version}`}
        </p>
      </div>
      {hasConflict && (
        <Banner
          tone="warning"
          title="The draft was changed elsewhere"
          action={
            <Button
              size="small"
              variant="secondary"
              onClick={() => {
                setContent(report.content);
                setLanguage(report.language);
                actions.save.reset();
              }}
            >
              Load its latest version
            </Button>
          }
        >
          Your text is still here; copy what you need before you load the other one.
        </Banner>
      )}
      <Field label="Language of the report" className="max-w-48">
        <Select
          value={language}
          disabled={!canEdit}
          onChange={(event) => setLanguage(event.target.value as 'tr' | 'en')}
        >
          <option value="tr">Turkish</option>
          <option value="en">English</option>
        </Select>
      </Field>
      {SECTIONS.map((section) => (
        <Field key={section} label={LABELS[section]} isRequired={section === 'findings' || section === 'impression'}>
          <Textarea
            rows={section === 'findings' ? 7 : 3}
            lang={language}
            readOnly={!canEdit}
            value={content[section]}
            onChange={(event) => setContent({ ...content, [section]: event.target.value })}
          />
        </Field>
      ))}
      <Field label="Agreement with the first report" help="The patient sees it in the signed report.">
        <Select
          value={content.agreement ?? ''}
          disabled={!canEdit}
          onChange={(event) =>
            setContent({ ...content, agreement: (event.target.value || null) as reports.ReportContent['agreement'] })
          }
        >
          <option value="">No first report</option>
          {reports.AGREEMENTS.map((agreement) => (
            <option key={agreement} value={agreement}>
              {AGREEMENTS[agreement]}
            </option>
          ))}
        </Select>
      </Field>
      <Button disabled={!canEdit || isDirty || isSaving} onClick={() => setIsSigning(true)}>
        <PenLine aria-hidden className="size-5" />
        Sign report
      </Button>
      {!canEdit && <p className="text-sm text-grey-4">Claim the case to edit and sign.</p>}
      <SignDialog isOpen={isSigning} onClose={() => setIsSigning(false)} version={report.version} actions={actions} />
    </section>
  );
}

function SignDialog({
  isOpen,
  onClose,
  version,
  actions,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly version: number;
  readonly actions: ReadingActions;
}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Sign this report?" size="small">
      <p>
        Signing freezes the report, sends it to the patient and completes the case. Afterwards only an addendum can
        correct it.
      </p>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Back to the draft
        </Button>
        <Button
          isPending={actions.sign.isPending}
          onClick={() =>
            actions.sign.mutate(version, {
              onSuccess: () =>
                showToast({ title: 'Report signed', description: 'The patient is being told.', tone: 'success' }),
              onSettled: onClose,
            })
          }
        >
          Sign now
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** A signed report: read-only, with its proof, its PDF and the way to an addendum. */
export function SignedReport({
  caseId,
  report,
  actions,
}: {
  readonly caseId: string;
  readonly report: reports.Report;
  readonly actions: ReadingActions;
}) {
  const [addendum, setAddendum] = useState('');
  return (
    <section aria-labelledby="report" className="grid gap-4">
      <h2 id="report" className="font-semibold">
        Signed report
      </h2>
      <Banner tone="success" title={`Signed by ${report.signedBy}`}>
        <p>{formatDateTime(report.signedAt!, 'en')}</p>
        <p>
          {report.openedAt
            ? `Opened by the patient ${formatDateTime(report.openedAt, 'en')}`
            : 'Not yet opened by the patient'}
        </p>
        <p className="font-mono text-xs break-all">{report.contentSha256}</p>
      </Banner>
      <Button
        variant="secondary"
        onClick={() =>
          void openPdf(caseId).catch(() =>
            showToast({
              title: 'The PDF is not ready yet',
              description: 'It is made within seconds of the signature. Try again.',
              tone: 'destructive',
            }),
          )
        }
      >
        Open the PDF
      </Button>
      {SECTIONS.filter((section) => report.content[section].trim()).map((section) => (
        <div key={section}>
          <h3 className="text-sm font-semibold text-grey-4">{LABELS[section]}</h3>
          <p lang={report.language} className="whitespace-pre-line">
            {report.content[section]}
          </p>
        </div>
      ))}
      {report.content.agreement && (
        <div>
          <h3 className="text-sm font-semibold text-grey-4">Agreement with the first report</h3>
          <p>{AGREEMENTS[report.content.agreement]}</p>
        </div>
      )}
      {report.addenda.map((entry) => (
        <div key={entry.id} className="rounded border border-grey-2 p-3">
          <h3 className="text-sm font-semibold">
            Addendum by {entry.signedBy}, {formatDateTime(entry.signedAt, 'en')}
          </h3>
          <p className="whitespace-pre-line">{entry.text}</p>
        </div>
      ))}
      <Field label="Addendum" help="Signed with your name when you add it; the report itself stays as it is.">
        <Textarea value={addendum} onChange={(event) => setAddendum(event.target.value)} />
      </Field>
      <Button
        variant="secondary"
        disabled={addendum.trim() === ''}
        isPending={actions.addAddendum.isPending}
        onClick={() => actions.addAddendum.mutate(addendum, { onSuccess: () => setAddendum('') })}
      >
        <Check aria-hidden className="size-5" />
        Sign and add the addendum
      </Button>
    </section>
  );
}
