import { cases, DUE_HOURS, findBodyParts, hasSides } from '@duai/contract';
import { useEffect, useRef, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api.ts';
import { dropDraft, keepDraft } from '../../../lib/draft.ts';
import { useErrorText } from '../../../lib/form-errors.ts';
import { useLanguage, useMessages } from '../../../lib/messages.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { RadioGroup } from '../../../ui/forms/choices.tsx';
import { Combobox } from '../../../ui/forms/combobox.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Select, Textarea } from '../../../ui/forms/input.tsx';
import { useCreateCase } from '../case-queries.ts';
import { CASE_DRAFT, EMPTY_CASE, isUntouched, type NewCaseFields, storedCase, toCreation } from './case-draft.ts';
import { attachFirstReport, FirstReportChoice } from './first-report.tsx';
import { SubjectFields } from './subject-fields.tsx';

interface NewCaseDialogProps {
  /** The user whose draft it is. */
  readonly owner: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (created: cases.PatientCase) => void;
}

/** The modal form. Typed values are kept after a failure and after closing. */
export function NewCaseDialog({ isOpen, onClose, ...rest }: NewCaseDialogProps) {
  const texts = useMessages().cases.form;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.title}>
      <NewCaseForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function NewCaseForm({ owner, onClose, onCreated }: Omit<NewCaseDialogProps, 'isOpen'>) {
  const { language, messages } = useLanguage();
  const texts = messages.cases.form;
  const details = messages.caseDetails;
  const errorText = useErrorText();
  const [stored] = useState(() => storedCase(owner));
  const [isRestored, setIsRestored] = useState(stored !== null);
  const form = useForm<NewCaseFields>({ defaultValues: stored ?? EMPTY_CASE });
  const { errors } = form.formState;
  const bodyPart = useController({ control: form.control, name: 'bodyPart' });
  const isSided = hasSides(bodyPart.field.value);
  const [report, setReport] = useState<File | null>(null);
  useEffect(() => {
    const subscription = form.watch((values) => {
      const fields = { ...EMPTY_CASE, ...values } as NewCaseFields;
      if (isUntouched(fields)) dropDraft(CASE_DRAFT);
      else keepDraft(CASE_DRAFT, owner, { ...fields });
    });
    return () => subscription.unsubscribe();
  }, [form, owner]);
  const { create, isPending } = useCaseCreation(report, onCreated);

  // The form has no rules of its own: the contract's schema validates the body.
  const submit = form.handleSubmit((fields) => {
    const wish = toCreation(fields, isSided);
    const checked = cases.caseCreationSchema.safeParse(wish);
    for (const [index, { path, message }] of (checked.error?.issues ?? []).entries()) {
      form.setError(path.join('.') as 'modality', { message }, { shouldFocus: index === 0 });
    }
    if (checked.success) create(wish);
  });
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        form.clearErrors();
        void submit(event);
      }}
    >
      {isRestored && (
        <Banner
          tone="info"
          action={
            <Button
              variant="secondary"
              size="small"
              onClick={() => {
                form.reset(EMPTY_CASE);
                dropDraft(CASE_DRAFT);
                setIsRestored(false);
              }}
            >
              {details.draft.clear}
            </Button>
          }
        >
          {details.draft.restored}
        </Banner>
      )}
      <Field label={texts.modality} error={errorText(errors.modality)} isRequired>
        <Select {...form.register('modality')}>
          <option value="">{messages.interface.choose}</option>
          {cases.CASE_MODALITIES.map((modality) => (
            <option key={modality} value={modality}>
              {messages.cases.modalities[modality]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={texts.bodyPart} help={details.bodyPartHelp} error={errorText(errors.bodyPart)} isOptional>
        <Combobox
          value={bodyPart.field.value}
          onChange={bodyPart.field.onChange}
          onBlur={bodyPart.field.onBlur}
          find={(typed) => findBodyParts(typed, language)}
          listLabel={details.bodyParts}
          noneText={details.noBodyPart}
        />
      </Field>
      {isSided && (
        <Field label={details.side} error={errorText(errors.side)} isOptional>
          <Select {...form.register('side')}>
            <option value="">{details.sideNotStated}</option>
            {cases.SIDES.map((side) => (
              <option key={side} value={side}>
                {details.sides[side]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <SubjectFields form={form} />
      <Field
        label={texts.clinicalHistory}
        help={texts.clinicalHistoryHelp}
        error={errorText(errors.clinicalHistory)}
        isOptional
      >
        <Textarea rows={3} {...form.register('clinicalHistory')} />
      </Field>
      <Field label={texts.symptoms} help={texts.symptomsHelp} error={errorText(errors.symptoms)} isOptional>
        <Textarea rows={3} {...form.register('symptoms')} />
      </Field>
      <Field
        label={details.firstReport.text}
        help={details.firstReport.textHelp}
        error={errorText(errors.firstReportText)}
        isOptional
      >
        <Textarea rows={3} {...form.register('firstReportText')} />
      </Field>
      <FirstReportChoice file={report} onChoose={setReport} />
      <RadioGroup
        legend={texts.urgency}
        help={texts.emergencyHint}
        options={(['routine', 'semi-urgent', 'urgent'] as const).map((value) => ({
          value,
          label: messages.cases.urgencies[value],
          help: texts.dueWithin({ hours: DUE_HOURS[value] }),
        }))}
        input={form.register('urgency')}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {messages.interface.cancel}
        </Button>
        <Button type="submit" isPending={isPending}>
          {isPending ? texts.submitting : texts.submit}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Creates the case exactly once, even after retries, and attaches the chosen PDF to it. */
function useCaseCreation(report: File | null, onCreated: (created: cases.PatientCase) => void) {
  const messages = useMessages();
  const texts = messages.cases.form;
  const reportTexts = messages.caseDetails.firstReport;
  const createCase = useCreateCase();
  // One request id for each form: a second press, or a retry after a lost answer, returns the same case.
  const requestId = useRef(crypto.randomUUID());
  const isRunning = useRef(false);

  const create = (wish: Parameters<typeof createCase.mutate>[0]) => {
    if (isRunning.current) return;
    isRunning.current = true;
    createCase.mutate(
      { ...wish, requestId: requestId.current },
      {
        onSuccess: async (created) => {
          dropDraft(CASE_DRAFT);
          showToast({ tone: 'success', title: texts.createdTitle, description: texts.createdText });
          onCreated(created);
          if (!report) return;
          await attachFirstReport(created.id, report).catch((error: unknown) =>
            showToast({
              tone: 'destructive',
              title: reportTexts.failedTitle,
              description: `${messageOf(error, messages.interface.noConnection)} ${reportTexts.failedAfterCreate}`,
            }),
          );
        },
        onError: (error) =>
          showToast({
            tone: 'destructive',
            title: texts.failedTitle,
            description: messageOf(error, messages.interface.noConnection),
          }),
        onSettled: () => {
          isRunning.current = false;
        },
      },
    );
  };
  return { create, isPending: createCase.isPending };
}
