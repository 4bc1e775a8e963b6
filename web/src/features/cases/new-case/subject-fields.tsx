import { accounts, cases } from '@duai/contract';
import { type UseFormReturn, useController } from 'react-hook-form';
import { useErrorText } from '../../../lib/form-errors.ts';
import { useMessages } from '../../../lib/messages.tsx';
import { BirthDateField } from '../../../ui/forms/birth-date-field.tsx';
import { Checkbox, RadioGroup } from '../../../ui/forms/choices.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input, Select } from '../../../ui/forms/input.tsx';
import type { NewCaseFields } from './case-draft.ts';

/** Whose images they are; for a relative, the person, the relation and the declaration to act for them. */
export function SubjectFields({ form }: { readonly form: UseFormReturn<NewCaseFields> }) {
  const messages = useMessages();
  const texts = messages.caseDetails.subject;
  const errorText = useErrorText();
  const errors = form.formState.errors.subject;
  const dateOfBirth = useController({ control: form.control, name: 'subject.dateOfBirth' });
  return (
    <>
      <RadioGroup
        legend={texts.question}
        options={[
          { value: 'own', label: texts.own },
          { value: 'relative', label: texts.relative },
        ]}
        input={form.register('whose')}
      />
      {form.watch('whose') === 'relative' && (
        <div className="grid gap-5 border-s-4 border-grey-2 ps-4">
          <Field label={texts.relation} error={errorText(errors?.relation)} isRequired>
            <Select {...form.register('subject.relation')}>
              <option value="">{messages.interface.choose}</option>
              {cases.RELATIONS.map((relation) => (
                <option key={relation} value={relation}>
                  {texts.relations[relation]}
                </option>
              ))}
            </Select>
          </Field>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={texts.firstName} error={errorText(errors?.firstName)} isRequired>
              <Input autoComplete="off" {...form.register('subject.firstName')} />
            </Field>
            <Field label={texts.lastName} error={errorText(errors?.lastName)} isRequired>
              <Input autoComplete="off" {...form.register('subject.lastName')} />
            </Field>
            <BirthDateField
              label={texts.dateOfBirth}
              error={errorText(errors?.dateOfBirth)}
              input={dateOfBirth.field}
            />
            <Field className="sm:col-span-2" label={texts.gender} error={errorText(errors?.gender)} isOptional>
              <Select autoComplete="off" {...form.register('subject.gender')}>
                <option value="" />
                {accounts.GENDERS.map((gender) => (
                  <option key={gender} value={gender}>
                    {messages.accounts.register.genders[gender]}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          <Checkbox
            label={texts.declaration}
            error={errorText(errors?.isDeclared)}
            {...form.register('subject.isDeclared')}
          />
        </div>
      )}
    </>
  );
}
