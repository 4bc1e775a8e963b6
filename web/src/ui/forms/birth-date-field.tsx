import { useId, useState } from 'react';
import { useInterfaceTexts } from '../../lib/messages.tsx';
import { type DateParts, dateOf, digitsOf, partsOf, wholeDateIn } from './date-parts.ts';
import { controlClasses, FieldError } from './field.tsx';

interface BirthDateFieldProps {
  readonly label: React.ReactNode;
  readonly error?: string | undefined;
  /** The user’s own date of birth, which the browser may fill in. */
  readonly isOwn?: boolean;
  /** From react-hook-form's `useController`; the value is YYYY-MM-DD, or '' or absent if nothing was typed. */
  readonly input: {
    readonly value: unknown;
    readonly onChange: (value: string) => void;
    readonly onBlur: () => void;
    readonly ref: React.Ref<HTMLInputElement>;
  };
}

const FIELDS = [
  { name: 'day', length: 2, width: 'w-18', autoComplete: 'bday-day' },
  { name: 'month', length: 2, width: 'w-18', autoComplete: 'bday-month' },
  { name: 'year', length: 4, width: 'w-24', autoComplete: 'bday-year' },
] as const;

/**
 * A date of birth in three plain fields. A calendar that opens at today is many decades away from it, and a native date field
 * is silently empty while a part is missing.
 */
export function BirthDateField({ label, error, isOwn = false, input }: BirthDateFieldProps) {
  const id = useId();
  const texts = useInterfaceTexts();
  const value = String(input.value ?? '');
  const [typed, setTyped] = useState<DateParts>(() => partsOf(value));
  // Shows the typed parts as long as they match the form's value; a form that was reset or filled shows its new value.
  const parts = dateOf(typed) === value ? typed : partsOf(value);
  const change = (place: number, length: number, text: string) => {
    const next = wholeDateIn(text) ?? parts.with(place, digitsOf(text).replaceAll(' ', '').slice(0, length));
    setTyped(next as DateParts);
    input.onChange(dateOf(next as DateParts));
  };
  return (
    <fieldset className="grid min-w-0 content-start gap-1.5 sm:col-span-2" aria-describedby={error && `${id}-error`}>
      <legend className="mb-1.5 font-semibold">
        {label}
        <span className="font-normal text-grey-4"> ({texts.optional})</span>
      </legend>
      <div className="flex flex-wrap gap-3">
        {FIELDS.map(({ name, length, width, autoComplete }, place) => (
          <div key={name} className={`grid gap-1 ${width}`}>
            <label htmlFor={`${id}-${name}`} className="text-[0.9em]">
              {texts.dateParts[name]}
            </label>
            <input
              id={`${id}-${name}`}
              ref={place === 0 ? input.ref : undefined}
              inputMode="numeric"
              autoComplete={isOwn ? autoComplete : 'off'}
              value={parts[place]}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) => change(place, length, target.value)}
              onBlur={input.onBlur}
              className={`${controlClasses} tabular-nums`}
            />
          </div>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
