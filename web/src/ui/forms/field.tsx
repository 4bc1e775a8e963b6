import { CircleAlert } from 'lucide-react';
import { createContext, useContext, useId } from 'react';
import { classes } from '../../lib/class-names.ts';
import { useInterfaceTexts } from '../../lib/messages.tsx';

interface FieldState {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
}
const FieldContext = createContext<FieldState | null>(null);

export interface FieldProps {
  readonly label: React.ReactNode;
  readonly help?: React.ReactNode;
  readonly error?: string | undefined;
  /** Of an answer to what was sent: what is told while one types would interrupt who listens. */
  readonly isErrorAnnounced?: boolean;
  readonly isRequired?: boolean;
  /** Shows "optional" beside the label; for forms in which most fields are required. */
  readonly isOptional?: boolean;
  readonly className?: string;
  readonly children: React.ReactNode;
}

/** Label above, help below the label, error beside the field in words. */
export function Field({
  label,
  help,
  error,
  isErrorAnnounced = false,
  isRequired = false,
  isOptional = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const texts = useInterfaceTexts();
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <FieldContext value={{ id, describedBy, isInvalid: Boolean(error), isRequired }}>
      <div className={classes('grid content-start gap-1.5', className)}>
        <label htmlFor={id} className="font-semibold">
          {label}
          {isOptional && <span className="font-normal text-grey-4"> ({texts.optional})</span>}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-[0.9em] text-grey-4">
            {help}
          </p>
        )}
        {children}
        {error && (
          <FieldError id={`${id}-error`} isAnnounced={isErrorAnnounced}>
            {error}
          </FieldError>
        )}
      </div>
    </FieldContext>
  );
}

export function FieldError({
  id,
  isAnnounced = false,
  children,
}: {
  readonly id?: string;
  readonly isAnnounced?: boolean;
  readonly children: React.ReactNode;
}) {
  return (
    <p
      id={id}
      role={isAnnounced ? 'alert' : undefined}
      className="flex items-start gap-1.5 text-[0.9em] font-medium text-red"
    >
      <CircleAlert aria-hidden className="mt-[0.2em] size-[1.1em] shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** Attributes that connect a control to the Field around it. */
export function useFieldControl() {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.isInvalid || undefined,
    'aria-required': field.isRequired || undefined,
  };
}

export const controlClasses =
  'w-full rounded border border-grey-3 bg-surface px-3 py-2 text-ink placeholder:text-grey-4 aria-invalid:border-red-strong aria-invalid:border-2 hover:border-ink disabled:bg-grey-1 disabled:opacity-70 min-h-11';
