import { type ComponentProps, useState } from 'react';
import { Step } from '../confirm-button.tsx';
import { Field } from './field.tsx';
import { Select } from './input.tsx';

/** A step for which a reason of a closed list is chosen. */
export function ReasonedStep<Reason extends string>({
  fieldLabel,
  choose,
  reasons,
  nameOf,
  onConfirm,
  ...step
}: Pick<ComponentProps<typeof Step>, 'label' | 'accessibleLabel' | 'title' | 'consequence' | 'isPending'> & {
  readonly fieldLabel: string;
  /** Stands in the list before a reason is chosen. */
  readonly choose: string;
  readonly reasons: readonly Reason[];
  readonly nameOf: (reason: Reason) => string;
  readonly onConfirm: (reason: Reason) => void;
}) {
  const [reason, setReason] = useState<Reason | null>(null);
  return (
    <Step {...step} isReady={reason !== null} onConfirm={() => reason && onConfirm(reason)}>
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
    </Step>
  );
}
