import { useId } from 'react';
import { classes } from '../../lib/class-names.ts';
import { FieldError } from './field.tsx';

const boxClasses = 'mt-[0.2em] size-5 shrink-0 accent-(--signal)';

export interface CheckboxProps extends Omit<React.ComponentProps<'input'>, 'type'> {
  readonly label: React.ReactNode;
  readonly help?: React.ReactNode;
  readonly error?: string | undefined;
}

export function Checkbox({ label, help, error, className, ...rest }: CheckboxProps) {
  const id = useId();
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={classes('grid gap-1', className)}>
      <div className="flex items-start gap-3">
        <input
          id={id}
          {...rest}
          type="checkbox"
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          className={boxClasses}
        />
        <div className="grid gap-0.5">
          <label htmlFor={id} className="-my-2 block py-2">
            {label}
          </label>
          {help && (
            <p id={`${id}-help`} className="text-[0.9em] text-grey-4">
              {help}
            </p>
          )}
        </div>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export interface RadioGroupProps<Value extends string> {
  readonly legend: React.ReactNode;
  readonly help?: React.ReactNode;
  readonly error?: string | undefined;
  readonly options: readonly {
    readonly value: Value;
    readonly label: React.ReactNode;
    readonly help?: React.ReactNode;
  }[];
  /** From react-hook-form's `register`, or name and onChange. */
  readonly input: Omit<React.ComponentProps<'input'>, 'type' | 'value'>;
}

export function RadioGroup<Value extends string>({ legend, help, error, options, input }: RadioGroupProps<Value>) {
  const id = useId();
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset aria-describedby={describedBy} className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      {help && (
        <p id={`${id}-help`} className="text-[0.9em] text-grey-4">
          {help}
        </p>
      )}
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-11 items-start gap-3 rounded border border-grey-2 bg-surface px-3 py-2.5 hover:border-ink has-checked:border-signal has-checked:bg-signal-soft"
        >
          <input {...input} type="radio" value={option.value} className={boxClasses} />
          <span>
            {option.label}
            {option.help && <span className="block text-[0.9em] text-grey-4">{option.help}</span>}
          </span>
        </label>
      ))}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
