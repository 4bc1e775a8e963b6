import { members as contract } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, PasswordInput } from '../../ui/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { TRIAL, useChange } from './use-trial.ts';

/** The own sign-in: a second factor by choice (RFC 6238). */
export function OneTimeCodes() {
  const totp = useQuery({
    queryKey: [TRIAL, 'totp'],
    queryFn: ({ signal }) => call(contract.getTotp, { signal }),
    staleTime: 0,
  });
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="grid max-w-2xl gap-1">
        <h2 className="text-lg font-semibold">Your sign-in</h2>
        <p className="text-sm text-grey-4">
          With one-time codes your password alone is not enough. If you lose your device, another admin removes your
          account and invites you again.
        </p>
      </div>
      <Loaded query={totp}>{({ isOn }) => (isOn ? <SwitchOff /> : <SwitchOn />)}</Loaded>
    </Card>
  );
}

function PasswordStep({
  label,
  error,
  isPending,
  onPassword,
}: {
  readonly label: string;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onPassword: (password: string) => void;
}) {
  const [password, setPassword] = useState('');
  return (
    <form
      noValidate
      className="grid max-w-md justify-items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onPassword(password);
      }}
    >
      <Field
        label="Your password"
        className="w-full"
        error={error ? messageOf(error, 'The server could not be reached.') : undefined}
      >
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="secondary" disabled={password === ''} isPending={isPending}>
        {label}
      </Button>
    </form>
  );
}

function SwitchOn() {
  const begin = useChange((password: string) => call(contract.beginTotp, { body: { password } }), undefined, {
    showsFailure: true,
  });
  const confirm = useChange((code: string) => call(contract.confirmTotp, { body: { code } }), 'One-time codes are on', {
    showsFailure: true,
  });
  const [code, setCode] = useState('');
  if (!begin.data) {
    return (
      <PasswordStep
        label="Switch one-time codes on"
        error={begin.error}
        isPending={begin.isPending}
        onPassword={begin.mutate}
      />
    );
  }
  return (
    <div className="grid gap-5 sm:grid-cols-[auto_1fr]">
      <QrCode rows={begin.data.qrCode} label="QR code for your authenticator app" />
      <form
        noValidate
        className="grid content-start justify-items-start gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          confirm.mutate(code.trim());
        }}
      >
        <p>
          Scan the picture with an authenticator app, or type this secret into it:{' '}
          <code className="font-mono break-all">{begin.data.secret}</code>
        </p>
        <Field
          label="Code of the app"
          error={confirm.error ? messageOf(confirm.error, 'The server could not be reached.') : undefined}
        >
          <Input
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <Button type="submit" disabled={!/^\d{6}$/.test(code.trim())} isPending={confirm.isPending}>
          Confirm
        </Button>
      </form>
    </div>
  );
}

function SwitchOff() {
  const disable = useChange(
    (password: string) => call(contract.disableTotp, { body: { password } }),
    'One-time codes are off',
    { showsFailure: true },
  );
  return (
    <div className="grid gap-4">
      <p>
        <Badge tone="green">On</Badge> Signing in asks for a code of your app.
      </p>
      <PasswordStep
        label="Switch one-time codes off"
        error={disable.error}
        isPending={disable.isPending}
        onPassword={disable.mutate}
      />
    </div>
  );
}
