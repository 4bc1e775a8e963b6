import { type accounts, type ImageIdentity, isSummaryWritten, reports, type studies } from '@duai/contract';
import { PenLine } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { apiErrorOf } from '../../../lib/api.ts';
import { classes } from '../../../lib/class-names.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select, Textarea } from '../../../ui/input.tsx';
import type { ReadingActions } from '../reading-queries.ts';
import { IdentityAcknowledgement, useAcknowledgement } from './identity-acknowledgement.tsx';
import { KeyImages } from './key-images.tsx';
import { PreliminaryReads, SavePreliminary } from './preliminary-read.tsx';
import { AGREEMENT_LABELS, SECTION_LABELS, SECTIONS, SUMMARY_HELP } from './report-texts.ts';
import { SignChecklist, type Unchecked } from './sign-checklist.tsx';

const AUTOSAVE_MS = 1500;

interface EditorProps {
  readonly report: reports.Report;
  readonly canEdit: boolean;
  /** AI is kept back until this reader has saved a preliminary read. */
  readonly isAiWithheld: boolean;
  readonly caseId: string;
  /** Then it can be written and not signed. */
  readonly isConsentMissing: boolean;
  /** Whom the images name, and of whom the case is. */
  readonly identities: readonly ImageIdentity[];
  readonly patient: studies.Reading['case']['patient'];
  /** Why it cannot be written now, and what changes that. */
  readonly readOnlyReason: string;
  readonly actions: ReadingActions;
  readonly unchecked: Unchecked;
  /** What would stand under the signature of this reader. */
  readonly credentials: accounts.Credentials;
  /** Marked in the viewer beside the editor; null: as saved. */
  readonly marked: reports.KeyImage[] | null;
  readonly onMarked: (images: reports.KeyImage[] | null) => void;
  /** Brings a key image onto the stage. */
  readonly onShow: (image: reports.KeyImage) => void;
}

/** The draft: saved by itself while it is written; signing freezes it. */
export function ReportEditor({
  report,
  canEdit,
  isAiWithheld,
  caseId,
  isConsentMissing,
  identities,
  patient,
  readOnlyReason,
  actions,
  unchecked,
  marked,
  onMarked,
  onShow,
  credentials,
}: EditorProps) {
  const [texts, setTexts] = useState(report.content);
  const keyImages = marked ?? report.content.keyImages;
  const content = useMemo(() => ({ ...texts, keyImages }), [texts, keyImages]);
  const [language, setLanguage] = useState(report.language);
  const [isSigning, setIsSigning] = useState(false);
  const isDirty =
    language !== report.language ||
    content.agreement !== report.content.agreement ||
    namesOf(keyImages) !== namesOf(report.content.keyImages) ||
    SECTIONS.some((section) => content[section] !== report.content[section]);
  const hasText = content.findings.trim() !== '' && content.impression.trim() !== '';
  const hasSummary = isSummaryWritten(content.plainSummary);
  const summary = useRef<HTMLTextAreaElement>(null);
  const acknowledgement = useAcknowledgement(identities);
  const isChecked =
    hasText &&
    hasSummary &&
    !isConsentMissing &&
    acknowledgement.isComplete &&
    unchecked.series.length + unchecked.analyses.length === 0;
  const checklistId = useId();
  const hasConflict = apiErrorOf(actions.save.error)?.code === 'REPORT_CHANGED';
  const { mutate: save, isPending: isSaving } = actions.save;

  useEffect(() => {
    if (!isDirty || !canEdit || isSaving || hasConflict) return;
    const timer = setTimeout(() => save({ version: report.version, language, content }), AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [isDirty, canEdit, isSaving, hasConflict, content, language, report.version, save]);

  // What was marked here ends with this editor, like the text that was typed here.
  useEffect(() => () => onMarked(null), [onMarked]);

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
                setTexts(report.content);
                onMarked(null);
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
        <Field
          key={section}
          label={SECTION_LABELS[section]}
          isRequired={section === 'findings' || section === 'impression' || section === 'plainSummary'}
          {...(section === 'plainSummary' &&
            canEdit && {
              help: SUMMARY_HELP,
              // The last thing to write: no complaint before the rest is there.
              error: hasText && !hasSummary ? summaryError(content.plainSummary) : undefined,
            })}
        >
          <Textarea
            ref={section === 'plainSummary' ? summary : undefined}
            className={classes(
              'field-sizing-content read-only:bg-grey-1 read-only:hover:border-grey-3',
              section === 'findings' ? 'min-h-44' : 'min-h-24',
            )}
            lang={language}
            readOnly={!canEdit}
            value={content[section]}
            onChange={(event) => setTexts({ ...texts, [section]: event.target.value })}
          />
        </Field>
      ))}
      <KeyImages images={keyImages} language={language} onShow={onShow} onChange={canEdit ? onMarked : undefined} />
      <Field label="Agreement with the first report" help="The patient sees it in the signed report.">
        <Select
          value={content.agreement ?? ''}
          disabled={!canEdit}
          onChange={(event) =>
            setTexts({ ...texts, agreement: (event.target.value || null) as reports.ReportContent['agreement'] })
          }
        >
          <option value="">No first report</option>
          {reports.AGREEMENTS.map((agreement) => (
            <option key={agreement} value={agreement}>
              {AGREEMENT_LABELS[agreement]}
            </option>
          ))}
        </Select>
      </Field>
      <PreliminaryReads reads={report.preliminaryReads} />
      {canEdit && isAiWithheld ? (
        <SavePreliminary caseId={caseId} version={report.version} hasText={hasText} isSaved={!isDirty && !isSaving} />
      ) : canEdit ? (
        <>
          <SignChecklist
            id={checklistId}
            unchecked={unchecked}
            hasText={hasText}
            hasSummary={hasSummary}
            onWriteSummary={() => summary.current?.focus()}
            isConsentMissing={isConsentMissing}
          />
          <IdentityAcknowledgement {...acknowledgement} patient={patient} />
          <Button
            disabled={!isChecked || isDirty || isSaving}
            aria-describedby={checklistId}
            onClick={() => setIsSigning(true)}
          >
            <PenLine aria-hidden className="size-5" />
            Sign report
          </Button>
        </>
      ) : (
        <p className="text-sm text-grey-4">{readOnlyReason}</p>
      )}
      <SignDialog
        isOpen={isSigning}
        onClose={() => setIsSigning(false)}
        version={report.version}
        credentials={credentials}
        acknowledgedDifferences={acknowledgement.acknowledged}
        actions={actions}
      />
    </section>
  );
}

const summaryError = (text: string): string =>
  text.trim() === ''
    ? 'The patient has no summary yet. The report can be signed once it is written.'
    : 'Only the prepared text stands here, which says nothing about these images. Write your own sentences above it.';

/** Which images, in which order, with which words. */
const namesOf = (images: readonly reports.KeyImage[]): string =>
  JSON.stringify(images.map((image) => [reports.nameOfKeyImage(image), image.caption]));

function SignDialog({
  isOpen,
  onClose,
  version,
  credentials: { title, registrationNumber },
  acknowledgedDifferences,
  actions,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly version: number;
  readonly credentials: accounts.Credentials;
  readonly acknowledgedDifferences: string[];
  readonly actions: ReadingActions;
}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Sign this report?" size="small">
      <p>
        Signing freezes the report, sends it to the patient and completes the case. Afterwards only an addendum can
        correct it.
      </p>
      {title && registrationNumber ? (
        <p className="mt-3 text-grey-4">
          Under your name: {title}, registration no. {registrationNumber}
        </p>
      ) : (
        <Banner tone="warning" title="Your title or registration number is missing" className="mt-3">
          The report will be signed with your name without it. An operator enters it on the page of users; it cannot be
          added to a report that is signed.
        </Banner>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Back to the draft
        </Button>
        <Button
          isPending={actions.sign.isPending}
          onClick={() =>
            actions.sign.mutate(
              { version, acknowledgedDifferences },
              {
                onSuccess: () =>
                  showToast({ title: 'Report signed', description: 'Patient notified.', tone: 'success' }),
                onSettled: onClose,
              },
            )
          }
        >
          Sign now
        </Button>
      </DialogActions>
    </Dialog>
  );
}
