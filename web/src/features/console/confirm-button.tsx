import { useState } from 'react';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';

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
