import type { accounts } from '@duai/contract';
import { useEffect, useRef, useState } from 'react';
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
  /** Failed so far. */
  const [tries, setTries] = useState(0);
  const confirmation: accounts.SignatureConfirmation =
    means === 'password' ? { password: typed } : { code: typed.replace(/\s/g, '') };
  return {
    means,
    typed,
    confirmation,
    isTyped: means === 'password' ? typed !== '' : /^\s*(\d\s*){6}$/.test(typed),
    failure,
    tries,
    setTyped,
    fail: (error: unknown) => {
      setTyped('');
      setFailure(error);
      setTries(tries + 1);
    },
    setMeans: (chosen: Means) => {
      setMeans(chosen);
      setTyped('');
      setFailure(null);
    },
  };
}

/**
 * Password or one-time code, whichever the signer chooses, and why the last try signed nothing: beside the field, which gets the
 * focus, and announced anew after each try.
 */
export function SignatureFields({
  means,
  typed,
  failure,
  tries,
  setMeans,
  setTyped,
}: ReturnType<typeof useSignatureFields>) {
  const {
    reporting: { signature: texts },
    interface: shared,
  } = useWorkTexts();
  const told = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (tries === 0) return;
    field.current?.focus({ preventScroll: true });
    told.current?.scrollIntoView({ block: 'center' });
  }, [tries]);
  const error = isMistyped(failure) ? messageOf(failure, '') : undefined;
  return (
    <div className="grid gap-3">
      <p className="text-grey-4">{texts.why}</p>
      <Field label={texts.means}>
        <Select value={means} onChange={({ target }) => setMeans(target.value as Means)}>
          <option value="password">{texts.byPassword}</option>
          <option value="code">{texts.byCode}</option>
        </Select>
      </Field>
      <div ref={told} className="grid gap-3">
        {failure !== null && isUnconfirmed(failure) && (
          <Banner key={`told ${tries}`} tone="error" title={texts.unconfirmedTitle}>
            {messageOf(failure, shared.noConnection)} {texts.unconfirmed}
          </Banner>
        )}
        {means === 'password' ? (
          <Field key={`field ${tries}`} label={texts.password} isRequired error={error} isErrorAnnounced>
            <PasswordInput
              ref={field}
              autoComplete="current-password"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
        ) : (
          <Field key={`field ${tries}`} label={texts.code} isRequired error={error} isErrorAnnounced>
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
    </div>
  );
}
