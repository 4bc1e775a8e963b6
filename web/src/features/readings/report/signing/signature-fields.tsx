import type { accounts } from '@duai/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../../../../lib/api.ts';
import { useWorkTexts } from '../../../../lib/messages.tsx';
import { Banner } from '../../../../ui/banner.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { Input, PasswordInput, Select } from '../../../../ui/forms/input.tsx';

import { isMistyped, isUnconfirmed } from './signature-failures.ts';

type Means = 'password' | 'code';

/** The signer's password or code; discarded with the dialog and after each try. */
export function useSignatureFields() {
  const [means, setMeans] = useState<Means>('password');
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const confirmation: accounts.SignatureConfirmation =
    means === 'password' ? { password: typed } : { code: typed.replace(/\s/g, '') };
  return {
    means,
    typed,
    confirmation,
    isTyped: means === 'password' ? typed !== '' : /^\s*(\d\s*){6}$/.test(typed),
    failure,
    setTyped,
    fail: (error: unknown) => {
      setTyped('');
      setFailure(error);
    },
    setMeans: (chosen: Means) => {
      setMeans(chosen);
      setTyped('');
      setFailure(null);
    },
  };
}

/** Password or one-time code, whichever the signer chooses, and why the last try signed nothing. */
export function SignatureFields({ means, typed, failure, setMeans, setTyped }: ReturnType<typeof useSignatureFields>) {
  const texts = useWorkTexts().reporting.signature;
  const helpId = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (failure) field.current?.focus();
  }, [failure]);
  const error = isMistyped(failure) ? messageOf(failure, '') : undefined;
  return (
    <div className="grid gap-3">
      {failure !== null && isUnconfirmed(failure) && (
        <Banner tone="error" title={texts.unconfirmedTitle}>
          {texts.unconfirmed}
        </Banner>
      )}
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
        <Field label={texts.password} isRequired error={error}>
          <PasswordInput
            ref={field}
            autoComplete="current-password"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      ) : (
        <Field label={texts.code} isRequired error={error}>
          <Input
            ref={field}
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
