import { useState } from 'react';
import { useInterfaceTexts } from '../lib/messages.tsx';
import { Button, type ButtonVariant } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Field } from './forms/field.tsx';
import { Textarea } from './forms/input.tsx';

export interface StepProps {
  readonly label: string;
  /** Set if several buttons on the page have the same label. */
  readonly accessibleLabel?: string;
  readonly title: string;
  readonly consequence: string;
  readonly isPending: boolean;
}

/** A button for a step with consequences: it asks for confirmation and says what will happen. */
export function ConfirmButton({
  label,
  accessibleLabel,
  title,
  consequence,
  variant = 'secondary',
  isDestructive = variant === 'danger',
  isPending,
  onConfirm,
}: StepProps & {
  readonly variant?: ButtonVariant;
  readonly isDestructive?: boolean;
  readonly onConfirm: () => void;
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
        <DialogActions>
          <Button variant="secondary" onClick={() => setIsOpen(false)}>
            {cancel}
          </Button>
          <Button
            variant={isDestructive ? 'danger' : 'primary'}
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

/** A step that requires a text; the typed text is kept when the dialog is closed and opened again. */
export function WrittenStep({
  label,
  accessibleLabel,
  title,
  consequence,
  fieldLabel,
  isPending,
  onConfirm,
}: StepProps & { readonly fieldLabel: string; readonly onConfirm: (text: string) => void }) {
  const { cancel } = useInterfaceTexts();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        isPending={isPending}
        aria-label={accessibleLabel}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={title} description={consequence} size="small">
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            setIsOpen(false);
            onConfirm(text.trim());
          }}
        >
          <Field label={fieldLabel} isRequired>
            <Textarea value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          <DialogActions>
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              {cancel}
            </Button>
            <Button type="submit" disabled={text.trim() === ''}>
              {label}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}
