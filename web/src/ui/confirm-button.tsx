import { type ReactNode, useState } from 'react';
import { useInterfaceTexts } from '../lib/messages.tsx';
import { Button, type ButtonVariant } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Field } from './forms/field.tsx';
import { Textarea } from './forms/input.tsx';

interface StepProps {
  readonly label: string;
  /** Set if several buttons on the page have the same label. */
  readonly accessibleLabel?: string | undefined;
  readonly title: string;
  readonly consequence: string;
  readonly isPending: boolean;
}

/** A button for a step with consequences: its dialog says what will happen, and takes the step or not. */
export function Step({
  label,
  accessibleLabel,
  title,
  consequence,
  variant = 'secondary',
  isDestructive = false,
  isReady = true,
  isPending,
  onConfirm,
  children,
}: StepProps & {
  readonly variant?: ButtonVariant;
  readonly isDestructive?: boolean;
  /** False while something that the step needs is missing. */
  readonly isReady?: boolean;
  readonly onConfirm: () => void;
  /** What the step needs. */
  readonly children?: ReactNode;
}) {
  const { cancel } = useInterfaceTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant={variant}
        isPending={isPending}
        aria-label={accessibleLabel}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={title} description={consequence} size="small">
        {children}
        <DialogActions>
          <Button variant="secondary" onClick={() => setIsOpen(false)}>
            {cancel}
          </Button>
          <Button
            variant={isDestructive ? 'danger' : 'primary'}
            disabled={!isReady}
            onClick={() => {
              setIsOpen(false);
              onConfirm();
            }}
          >
            {label}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

/** A step that only has to be confirmed. */
export function ConfirmButton({
  variant = 'secondary',
  isDestructive = variant === 'danger',
  ...step
}: StepProps & {
  readonly variant?: ButtonVariant;
  readonly isDestructive?: boolean;
  readonly onConfirm: () => void;
}) {
  return <Step variant={variant} isDestructive={isDestructive} {...step} />;
}

/** A step that requires a text; the typed text is kept when the dialog is closed and opened again. */
export function WrittenStep({
  fieldLabel,
  onConfirm,
  ...step
}: StepProps & { readonly fieldLabel: string; readonly onConfirm: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <Step {...step} isReady={text.trim() !== ''} onConfirm={() => onConfirm(text.trim())}>
      <Field label={fieldLabel} isRequired>
        <Textarea value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </Step>
  );
}
