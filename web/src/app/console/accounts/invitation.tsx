import { accounts } from '@duai/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { useFragmentToken } from '../../../lib/fragment-token.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Input, PasswordInput } from '../../../ui/forms/input.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ConsolePage } from '../console-page.tsx';

/** Creates a staff account from the link in the mail. */
export default function ConsoleInvitation() {
  const { team: texts, interface: shared } = useWorkTexts();
  const token = useFragmentToken();
  return (
    <ConsolePage title={texts.invitation} heading={texts.invitation}>
      {token === undefined && <Spinner label={shared.loading} />}
      {token === null && (
        <Banner tone="warning" title={texts.incompleteTitle}>
          {texts.incomplete}
        </Banner>
      )}
      {token && <Opened token={token} />}
    </ConsolePage>
  );
}

function Opened({ token }: { readonly token: string }) {
  const { team: texts, console: room, interface: shared } = useWorkTexts();
  const opened = useQuery({
    queryKey: keyOf(accounts.openStaffInvitation, { body: { token } }),
    queryFn: () => call(accounts.openStaffInvitation, { body: { token } }),
    retry: false,
    // Never refetched, so that the secret does not change while it is being scanned.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const accept = useMutation({
    mutationFn: () => call(accounts.acceptStaffInvitation, { body: { token, password, code } }),
  });
  if (accept.isSuccess) {
    return (
      <>
        <Banner tone="success" title={texts.readyTitle}>
          {texts.ready}
        </Banner>
        <ButtonLink to="/console/login" className="justify-self-start">
          {texts.goToLogin}
        </ButtonLink>
      </>
    );
  }
  if (opened.isError) {
    return (
      <Banner tone="warning" title={texts.invalidTitle}>
        {texts.invalid}
      </Banner>
    );
  }
  if (!opened.data) return <Spinner label={shared.loading} />;
  const { name, email, role, secret, qrCode } = opened.data;
  return (
    <Form className="grid gap-5" onSubmit={() => accept.mutate()}>
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">{texts.welcome({ name })}</h2>
        <p className="text-grey-4 [overflow-wrap:anywhere]">
          {texts.yourAccount({ email, role: room.users.roles[role] })}
        </p>
      </div>
      {accept.isError && (
        <Banner tone="error" title={texts.notCreated}>
          {messageOf(accept.error, shared.tryAgainLater)}
        </Banner>
      )}
      {/* Lets password managers store the password with the address. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={texts.password} help={texts.passwordHelp} isRequired>
        <PasswordInput
          autoComplete="new-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Field>
      <div className="grid justify-items-start gap-3">
        <p>
          {texts.codeHelp} <code className="font-mono break-all">{secret}</code>
        </p>
        <QrCode rows={qrCode} label={texts.qrCode} />
      </div>
      <Field label={texts.code} isRequired>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          className="font-mono tracking-widest"
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </Field>
      <Button type="submit" disabled={password === '' || code.trim() === ''} isPending={accept.isPending}>
        {texts.create}
      </Button>
    </Form>
  );
}
