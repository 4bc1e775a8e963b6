import { useState } from 'react';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';

/** A step that cannot be undone asks once more, and says what follows. */
export function ConfirmStep({
  label,
  accessibleLabel,
  title,
  consequence,
  isPending,
  variant = 'quiet',
  onConfirm,
}: {
  readonly label: string;
  /** Where several buttons on the page have the same label. */
  readonly accessibleLabel?: string;
  readonly title: string;
  readonly consequence: string;
  readonly isPending: boolean;
  readonly variant?: ButtonVariant;
  readonly onConfirm: () => void;
}) {
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
            Cancel
          </Button>
          <Button
            variant="danger"
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
