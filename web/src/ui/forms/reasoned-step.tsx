import { useState } from 'react';
import { useInterfaceTexts } from '../../lib/messages.tsx';
import { Button } from '../button.tsx';
import type { StepProps } from '../confirm-button.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { Field } from './field.tsx';
import { Select } from './input.tsx';

/** A step for which a reason of a closed list is chosen. */
export function ReasonedStep<Reason extends string>({
  label,
  accessibleLabel,
  title,
  consequence,
  fieldLabel,
  choose,
  reasons,
  nameOf,
  isPending,
  onConfirm,
}: StepProps & {
  readonly fieldLabel: string;
  /** Stands in the list before a reason is chosen. */
  readonly choose: string;
  readonly reasons: readonly Reason[];
  readonly nameOf: (reason: Reason) => string;
  readonly onConfirm: (reason: Reason) => void;
}) {
  const { cancel } = useInterfaceTexts();
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState<Reason | null>(null);
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
        <Field label={fieldLabel} isRequired>
          <Select
            value={reason ?? ''}
            onChange={({ target }) => setReason(reasons.find((each) => each === target.value) ?? null)}
          >
            <option value="">{choose}</option>
            {reasons.map((each) => (
              <option key={each} value={each}>
                {nameOf(each)}
              </option>
            ))}
          </Select>
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={() => setIsOpen(false)}>
            {cancel}
          </Button>
          <Button
            disabled={reason === null}
            onClick={() => {
              setIsOpen(false);
              if (reason) onConfirm(reason);
            }}
          >
            {label}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
