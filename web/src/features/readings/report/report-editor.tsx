import { type accounts, type ImageIdentity, isSummaryWritten, LIMITS, reports, type studies } from '@duai/contract';
import { PenLine } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { apiErrorOf } from '../../../lib/api.ts';
import { classes } from '../../../lib/class-names.ts';
import { LANGUAGE_NAMES } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Select, Textarea } from '../../../ui/forms/input.tsx';
import { useTooLong } from '../../../ui/forms/too-long.ts';
import type { ReadingActions } from '../reading-queries.ts';
import { AgreedTextChanged } from '../second-read/agreed-text.tsx';
import { useSecondRead } from '../second-read/second-read-queries.ts';
import { DictateButton } from './dictate-button.tsx';
import { withDictated } from './dictation.ts';
import { KeyImages } from './key-images.tsx';
import type { TakenMeasurement } from './measured/measured-sentence.ts';
import { withMeasuredIn } from './measured/other-language.ts';
import { UnmatchedHint } from './measured/unmatched-hint.tsx';
import { unmatchedBySection } from './measured/unmatched-sentences.ts';
import { useTaken } from './measured/use-taken.ts';
import { KeepPreliminary, PreliminaryReads, SavePreliminary } from './preliminary-read.tsx';
import { type Examination, ReportAids } from './report-aids.tsx';
import { SECTIONS } from './sections.ts';
import { IdentityAcknowledgement, useAcknowledgement } from './signing/identity-acknowledgement.tsx';
import { SignChecklist, type Unchecked } from './signing/sign-checklist.tsx';
import { SignDialog } from './signing/sign-dialog.tsx';
import { authorOf, gapsIn, unnamedPriors } from './signing/text-to-sign.ts';
import { StageBadge } from './stage-badge.tsx';
import { useMacroKeys } from './typing/macros.tsx';
import { typeInto } from './typing/type-over.ts';
import { type KeptText, useKeptText } from './versions/kept-text.ts';
import { UnsavedText } from './versions/unsaved-text.tsx';
import { VersionHistory } from './versions/version-history.tsx';
import { choicesBetween } from './versions/words.ts';
import { asKept, asStored, withLine } from './write-report.ts';
import { WritingHint } from './writing-hint.tsx';

const AUTOSAVE_MS = 1500;

interface EditorProps {
  readonly report: reports.Report;
  readonly canEdit: boolean;
  /** AI is withheld until this reader has saved a preliminary read. */
  readonly isAiWithheld: boolean;
  readonly caseId: string;
  /** The reader's id; unsaved text is kept in this tab under it. */
  readonly owner: string;
  /** The examination, and the sentences that AI proposes for the report. */
  readonly examination: Examination;
  /** Earlier cases that were signed after the draft. */
  readonly laterPriors: studies.Reading['laterPriors'];
  /** The patient sent a report of somebody else, which this one is compared with. */
  readonly hasFirstReport: boolean;
  /** Then the report can be written but not signed. */
  readonly isConsentMissing: boolean;
  /** The people named by the images, compared with the person of the case. */
  readonly identities: readonly ImageIdentity[];
  readonly patient: studies.Reading['case']['patient'];
  /** Why it cannot be edited now, and what would allow it. */
  readonly readOnlyReason: string;
  readonly actions: ReadingActions;
  readonly unchecked: Unchecked;
  /** The credentials that would be printed under this reader's signature. */
  readonly credentials: accounts.Credentials;
  /** Key images marked in the viewer beside the editor; null: unchanged since the last save. */
  readonly marked: reports.KeyImage[] | null;
  readonly onMarked: (images: reports.KeyImage[] | null) => void;
  readonly onUnsaved: (isUnsaved: boolean) => void;
  /** The measurement to be taken over into the findings; a new object for each press. */
  readonly taken: TakenMeasurement | null;
  /** The reader's measurements on these images; null until they are known. */
  readonly measured: readonly TakenMeasurement[] | null;
  /** Shows a key image on the stage. */
  readonly onShow: (image: reports.KeyImage) => void;
}

const isOther = (one: reports.ReportContent, other: reports.ReportContent): boolean =>
  choicesBetween(other, one).length > 0 || SECTIONS.some((section) => one[section] !== other[section]);

/** The draft, saved automatically while it is edited; signing freezes it. */
export function ReportEditor({
  report,
  canEdit,
  isAiWithheld,
  caseId,
  owner,
  examination,
  laterPriors,
  hasFirstReport,
  isConsentMissing,
  identities,
  patient,
  readOnlyReason,
  actions,
  unchecked,
  marked,
  onMarked,
  onUnsaved,
  taken,
  measured,
  onShow,
  credentials,
}: EditorProps) {
  const texts = useWorkTexts().readings.report;
  const expand = useMacroKeys();
  const tooLong = useTooLong();
  const [language, setLanguage] = useState(report.language);
  const [written, setWritten] = useState(report.content);
  const keyImages = marked ?? report.content.keyImages;
  const content = useMemo(() => asKept({ ...written, keyImages }), [written, keyImages]);
  const fields = useRef<Partial<Record<(typeof SECTIONS)[number], HTMLTextAreaElement | null>>>({});
  /** Changes texts as if they had been typed, so that the reader can undo it, and choices. */
  const write = (change: Partial<reports.ReportContent>) => {
    for (const section of SECTIONS) {
      const [field, text] = [fields.current[section], change[section]];
      if (field && text !== undefined) typeInto(field, text);
    }
    setWritten((before) => ({ ...before, ...change }));
  };
  const writeDictated = (section: (typeof SECTIONS)[number], said: string) => {
    const field = fields.current[section];
    if (!field || !typeInto(field, withDictated(field.value, said)))
      setWritten((before) => ({ ...before, [section]: withDictated(before[section], said) }));
  };
  useTaken(taken, {
    findings: written.findings,
    language,
    measured: measured ?? [],
    onFindings: (findings) => write({ findings }),
  });
  const unmatched = useMemo(() => (measured ? unmatchedBySection(written, measured) : []), [written, measured]);
  const [isSigning, setIsSigning] = useState(false);
  const isDirty = language !== report.language || isOther(content, report.content);
  const typed = useMemo(() => ({ language, content }), [language, content]);
  const kept = useKeptText({ caseId, owner, report, typed, isDirty: isDirty && canEdit });
  const takeText = (text: KeptText) => {
    setWritten(text.content);
    onMarked(text.content.keyImages);
    setLanguage(text.language);
  };
  const author = authorOf(content, report.drafted);
  const hasText = author !== 'nobody';
  const gaps = gapsIn(content);
  const hasSummary = isSummaryWritten(content.plainSummary);
  const summaryError = content.plainSummary.trim() === '' ? texts.noSummary : texts.onlyPrepared;
  const acknowledgement = useAcknowledgement(identities);
  const agreed = useSecondRead(caseId).data?.secondRead?.agreedText ?? null;
  const isOverallMissing = content.rads?.category === null;
  const isChecked =
    hasText &&
    gaps.length === 0 &&
    !isOverallMissing &&
    (agreed === null || agreed.state === 'as-agreed') &&
    hasSummary &&
    !isConsentMissing &&
    acknowledgement.isComplete &&
    unchecked.series.length + unchecked.analyses.length === 0;
  const checklistId = useId();
  const hasConflict = apiErrorOf(actions.save.error)?.code === 'REPORT_CHANGED';
  const { mutate: save, isPending: isSaving, data: saved, variables: sent } = actions.save;
  const { settleSave } = actions;
  /** What the text here was written on. A page fetches the report also where another window has saved it. */
  const [base, setBase] = useState(report);
  if (report.version !== base.version && !isSaving) {
    const isTyped =
      language !== base.language ||
      isOther(asKept({ ...written, keyImages: marked ?? base.content.keyImages }), base.content);
    if (!isDirty || saved?.version === report.version) {
      setBase(report);
      if (sent && sent.language !== base.language) setWritten(asStored(written, sent.content, report.content));
    } else if (!isTyped) {
      setBase(report);
      setWritten(report.content);
      setLanguage(report.language);
    }
  }

  useEffect(() => {
    if (!isDirty || !canEdit || isSaving || hasConflict) return;
    const timer = setTimeout(() => save({ version: base.version, language, content }), AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [isDirty, canEdit, isSaving, hasConflict, content, language, base.version, save]);

  useEffect(() => {
    if (!isDirty) settleSave();
  }, [isDirty, settleSave]);

  useEffect(() => {
    onUnsaved(isDirty);
    return () => onUnsaved(false);
  }, [isDirty, onUnsaved]);

  // Unsaved key images are dropped with this editor, like unsaved text.
  useEffect(() => () => onMarked(null), [onMarked]);

  return (
    <section aria-labelledby="report" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-2">
          <h2 id="report" className="font-semibold">
            {texts.draft}
          </h2>
          <StageBadge stage={report.stage} />
        </div>
        <p aria-live="polite" className="text-xs text-grey-4">
          {isSaving ? texts.saving : isDirty ? texts.unsaved : texts.saved({ version: report.version })}
        </p>
      </div>
      {hasConflict && (
        <Banner
          tone="warning"
          title={texts.conflictTitle}
          action={
            <Button
              size="small"
              variant="secondary"
              onClick={() => {
                kept.offer();
                setBase(report);
                setWritten(report.content);
                onMarked(null);
                setLanguage(report.language);
                actions.save.reset();
              }}
            >
              {texts.loadLatest}
            </Button>
          }
        >
          {texts.conflict}
        </Banner>
      )}
      {kept.found && (
        <UnsavedText
          kept={kept.found}
          report={report}
          onUse={
            canEdit
              ? () => {
                  if (kept.found) takeText(kept.found);
                  kept.decide();
                }
              : undefined
          }
          onDrop={kept.decide}
        />
      )}
      <Field label={texts.language} className="grid-cols-[1fr_minmax(8rem,12rem)] items-center text-sm">
        <Select
          value={language}
          disabled={!canEdit}
          onChange={(event) => {
            const chosen = event.target.value as 'tr' | 'en';
            setLanguage(chosen);
            write(
              Object.fromEntries(
                SECTIONS.map((section) => [section, withMeasuredIn(chosen, written[section], measured ?? [])]),
              ),
            );
          }}
        >
          {(['tr', 'en'] as const).map((each) => (
            <option key={each} value={each} lang={each}>
              {LANGUAGE_NAMES[each]}
            </option>
          ))}
        </Select>
      </Field>
      {canEdit && <ReportAids examination={examination} language={language} content={content} onChange={write} />}
      {SECTIONS.map((section) => (
        <Field
          key={section}
          label={texts.sections[section]}
          isRequired={section === 'findings' || section === 'impression' || section === 'plainSummary'}
          help={section === 'plainSummary' && canEdit && texts.summaryHelp}
          error={
            tooLong(content[section], LIMITS.reportTextMaxLength) ??
            // The summary is written last, so it is not reported missing before there is other text.
            (section === 'plainSummary' && canEdit && hasText && !hasSummary ? summaryError : undefined)
          }
        >
          <Textarea
            ref={(field) => {
              fields.current[section] = field;
            }}
            className={classes(
              'field-sizing-content read-only:bg-grey-1 read-only:hover:border-grey-3',
              section === 'findings' ? 'min-h-44' : 'min-h-24',
            )}
            lang={language}
            readOnly={!canEdit}
            value={written[section]}
            onChange={({ target }) => setWritten((before) => ({ ...before, [section]: target.value }))}
            onKeyDown={expand}
          />
          {canEdit && (
            <DictateButton
              key={language}
              name={texts.sections[section]}
              language={language}
              isPaused={isSigning}
              onText={(said) => writeDictated(section, said)}
            />
          )}
          {canEdit && (
            <UnmatchedHint
              unmatched={unmatched.find((each) => each.section === section)?.sentences ?? []}
              text={content[section]}
              onReplace={(text) => write({ [section]: text })}
            />
          )}
          {canEdit && <WritingHint section={section} text={content[section]} language={language} />}
        </Field>
      ))}
      <KeyImages images={keyImages} language={language} onShow={onShow} onChange={canEdit ? onMarked : undefined} />
      <Field label={texts.agreement} help={texts.agreementHelp}>
        <Select
          value={content.agreement ?? ''}
          disabled={!canEdit}
          onChange={(event) =>
            setWritten({ ...written, agreement: (event.target.value || null) as reports.ReportContent['agreement'] })
          }
        >
          <option value="">{hasFirstReport ? texts.notComparedYet : texts.noFirstReport}</option>
          {reports.AGREEMENTS.map((agreement) => (
            <option key={agreement} value={agreement}>
              {texts.agreements[agreement]}
            </option>
          ))}
        </Select>
      </Field>
      <VersionHistory caseId={caseId} onUse={canEdit ? takeText : undefined} />
      <PreliminaryReads reads={report.preliminaryReads} />
      {canEdit && !isAiWithheld && (
        <KeepPreliminary caseId={caseId} report={report} isReady={hasText && !isDirty && !isSaving} />
      )}
      {canEdit && isAiWithheld ? (
        <SavePreliminary caseId={caseId} version={report.version} hasText={hasText} isSaved={!isDirty && !isSaving} />
      ) : canEdit ? (
        <>
          <SignChecklist
            id={checklistId}
            caseId={caseId}
            unchecked={unchecked}
            author={author}
            gaps={gaps}
            unmatched={unmatched}
            onSelect={({ section, start, end }) => {
              fields.current[section]?.focus();
              fields.current[section]?.setSelectionRange(start, end);
            }}
            hasSummary={hasSummary}
            onWriteSummary={() => fields.current.plainSummary?.focus()}
            laterPriors={unnamedPriors(laterPriors, content)}
            onAddPrior={(prior) => write({ comparison: withLine(written.comparison, prior[language]) })}
            isConsentMissing={isConsentMissing}
            agreed={agreed}
            isOverallMissing={isOverallMissing}
          />
          {agreed && (
            <AgreedTextChanged
              caseId={caseId}
              agreed={agreed}
              isSaved={!isDirty && !isSaving}
              onUndo={(before) => setWritten({ ...written, ...before })}
            />
          )}
          <IdentityAcknowledgement {...acknowledgement} patient={patient} />
          <Button
            disabled={!isChecked || isDirty || isSaving}
            aria-describedby={checklistId}
            onClick={() => setIsSigning(true)}
          >
            <PenLine aria-hidden className="size-5" />
            {texts.sign}
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
