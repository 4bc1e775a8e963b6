import type { accounts } from '@duai/contract';
import { useId, useState } from 'react';
import { useWorkTexts } from '../../../../lib/messages.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { Input, PasswordInput, Select } from '../../../../ui/forms/input.tsx';

type Means = 'password' | 'code';

/** The signer's password or code; discarded with the dialog. */
export function useSignatureFields() {
  const [means, setMeans] = useState<Means>('password');
  const [typed, setTyped] = useState('');
  const confirmation: accounts.SignatureConfirmation =
    means === 'password' ? { password: typed } : { code: typed.replace(/\s/g, '') };
  return {
    means,
    typed,
    confirmation,
    isTyped: means === 'password' ? typed !== '' : /^\s*(\d\s*){6}$/.test(typed),
    setTyped,
    setMeans: (chosen: Means) => {
      setMeans(chosen);
      setTyped('');
    },
  };
}

/** Password or one-time code, whichever the signer chooses. */
export function SignatureFields({ means, typed, setMeans, setTyped }: ReturnType<typeof useSignatureFields>) {
  const texts = useWorkTexts().reporting.signature;
  const helpId = useId();
  return (
    <div className="grid gap-3">
      <p id={helpId} className="text-grey-4">
        {texts.why}
      </p>
      <Field label={texts.means}>
        <Select value={means} onChange={({ target }) => setMeans(target.value as Means)}>
          <option value="password">{texts.byPassword}</option>
          <option value="code">{texts.byCode}</option>
        </Select>
      </Field>
      {means === 'password' ? (
        <Field label={texts.password} isRequired>
          <PasswordInput
            autoComplete="current-password"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      ) : (
        <Field label={texts.code} isRequired>
          <Input
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      )}
    </div>
  );
}
