import { useState } from 'react';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';

/** A step with consequences asks once more, and says which. */
export function ConfirmButton({
  label,
  title,
  consequence,
  variant = 'secondary',
  isPending,
  onConfirm,
}: {
  readonly label: string;
  readonly title: string;
  readonly consequence: string;
  readonly variant?: ButtonVariant;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" variant={variant} isPending={isPending} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={title} description={consequence} size="small">
        <DialogActions>
          <Button variant="secondary" onClick={() => setIsOpen(false)}>
            Cancel
          </Button>
          <Button
            variant={variant === 'danger' ? 'danger' : 'primary'}
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

/** A step that needs a written word: what is typed stays when the dialog is left and opened again. */
export function WrittenStep({
  label,
  title,
  consequence,
  fieldLabel,
  isPending,
  onConfirm,
}: {
  readonly label: string;
  readonly title: string;
  readonly consequence: string;
  readonly fieldLabel: string;
  readonly isPending: boolean;
  readonly onConfirm: (text: string) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  return (
    <>
      <Button size="small" variant="secondary" isPending={isPending} onClick={() => setIsOpen(true)}>
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
              Cancel
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
