import { cases, DUE_HOURS } from '@duai/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../lib/api.ts';
import { useErrorText } from '../../lib/form-errors.ts';
import { useMessages } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choices.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select, Textarea } from '../../ui/input.tsx';
import { useCreateCase } from './case-queries.ts';

interface NewCaseDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (created: cases.PatientCase) => void;
}

/** The modal form. A failure keeps it open with everything that was typed. */
export function NewCaseDialog({ isOpen, onClose, onCreated }: NewCaseDialogProps) {
  const texts = useMessages().cases.form;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.title}>
      <NewCaseForm onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

function NewCaseForm({ onClose, onCreated }: Omit<NewCaseDialogProps, 'isOpen'>) {
  const messages = useMessages();
  const texts = messages.cases.form;
  const errorText = useErrorText();
  const createCase = useCreateCase();
  const form = useForm({
    resolver: zodResolver(cases.caseCreationSchema),
    defaultValues: {
      modality: '' as cases.CaseModality,
      bodyPart: '',
      clinicalHistory: '',
      symptoms: '',
      urgency: 'routine',
    },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    createCase.mutate(values, {
      onSuccess: (created) => {
        showToast({ tone: 'success', title: texts.createdTitle, description: texts.createdText });
        onCreated(created);
      },
      onError: (error) =>
        showToast({
          tone: 'destructive',
          title: texts.failedTitle,
          description: messageOf(error, messages.interface.noConnection),
        }),
    }),
  );
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
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
      <Field label={texts.bodyPart} help={texts.bodyPartHelp} error={errorText(errors.bodyPart)} isOptional>
        <Input {...form.register('bodyPart')} />
      </Field>
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
        <Button type="submit" isPending={createCase.isPending}>
          {createCase.isPending ? texts.submitting : texts.submit}
        </Button>
      </DialogActions>
    </form>
  );
}
