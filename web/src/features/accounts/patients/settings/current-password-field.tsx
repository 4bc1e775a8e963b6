import { useMessages } from '../../../../lib/messages.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../../ui/forms/input.tsx';

/** The current password, asked again before a change to the security of the account. */
export function CurrentPasswordField({
  value,
  onChange,
  takesFocus = false,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly takesFocus?: boolean;
}) {
  const texts = useMessages().settings;
  return (
    <Field label={texts.currentPassword} isRequired>
      <PasswordInput
        autoFocus={takesFocus}
        autoComplete="current-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
