import { members as contract } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useTrialChange } from '../../../lib/use-change.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Input, PasswordInput } from '../../../ui/forms/input.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';

/** Optional second factor for the own account (RFC 6238). */
export function OneTimeCodes() {
  const texts = useWorkTexts().accounts.oneTimeCodes;
  const totp = useQuery({
    queryKey: keyOf(contract.getTotp),
    queryFn: ({ signal }) => call(contract.getTotp, { signal }),
    staleTime: 0,
  });
  // Kept outside the part that changes with the query, because the recovery codes are shown only once.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="grid max-w-2xl gap-1">
        <h2 className="text-lg font-semibold">{texts.yourSignIn}</h2>
        <p className="text-sm text-grey-4">{texts.withOneTimeCodesYour}</p>
      </div>
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      <Loaded query={totp}>
        {({ isOn, recoveryCodesLeft }) =>
          isOn ? <SwitchedOn left={recoveryCodesLeft} onCodes={setCodes} /> : <SwitchOn onCodes={setCodes} />
        }
      </Loaded>
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
  const texts = useWorkTexts().accounts.oneTimeCodes;
  const [password, setPassword] = useState('');
  return (
    <Form className="grid max-w-md justify-items-start gap-4" onSubmit={() => onPassword(password)}>
      <Field
        label={texts.yourPassword}
        className="w-full"
        error={error ? messageOf(error, texts.theServerCouldNotBe) : undefined}
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
    </Form>
  );
}

function SwitchOn({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const texts = useWorkTexts().accounts.oneTimeCodes;
  const begin = useTrialChange((password: string) => call(contract.beginTotp, { body: { password } }), undefined, {
    showsFailure: true,
  });
  const confirm = useTrialChange(
    async (code: string) => onCodes((await call(contract.confirmTotp, { body: { code } })).recoveryCodes),
    texts.oneTimeCodesAreOn,
    { showsFailure: true },
  );
  const [code, setCode] = useState('');
  if (!begin.data) {
    return (
      <PasswordStep
        label={texts.switchOneTimeCodesOn}
        error={begin.error}
        isPending={begin.isPending}
        onPassword={begin.mutate}
      />
    );
  }
  return (
    <div className="grid gap-5 sm:grid-cols-[auto_1fr]">
      <QrCode rows={begin.data.qrCode} label={texts.qrCodeForYourAuthenticator} />
      <Form className="grid content-start justify-items-start gap-4" onSubmit={() => confirm.mutate(code.trim())}>
        <p>
          {texts.scanThePictureWithAn} <code className="font-mono break-all">{begin.data.secret}</code>
        </p>
        <Field
          label={texts.codeOfTheApp}
          error={confirm.error ? messageOf(confirm.error, texts.theServerCouldNotBe) : undefined}
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
          {texts.confirm}
        </Button>
      </Form>
    </div>
  );
}

function SwitchedOn({
  left,
  onCodes,
}: {
  readonly left: number;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const texts = useWorkTexts().accounts.oneTimeCodes;
  const [wish, setWish] = useState<'off' | 'renew' | null>(null);
  const disable = useTrialChange(
    (password: string) => call(contract.disableTotp, { body: { password } }),
    texts.oneTimeCodesAreOff,
    { showsFailure: true },
  );
  const renew = useTrialChange(
    async (password: string) => {
      onCodes((await call(contract.renewRecoveryCodes, { body: { password } })).recoveryCodes);
      setWish(null);
    },
    texts.newRecoveryCodes,
    { showsFailure: true },
  );
  return (
    <div className="grid gap-4">
      <p>
        <Badge tone="green">{texts.on}</Badge> {texts.signingInAsksForA}{' '}
        {left === 0 ? texts.noRecoveryCodeIsLeft : texts.recoveryCodesAreLeft({ left })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="secondary" onClick={() => setWish('renew')}>
          {texts.newRecoveryCodes}
        </Button>
        <Button size="small" variant="secondary" onClick={() => setWish('off')}>
          {texts.switchOff}
        </Button>
      </div>
      {wish === 'renew' && (
        <PasswordStep
          key="renew"
          label={texts.makeNewRecoveryCodes}
          error={renew.error}
          isPending={renew.isPending}
          onPassword={renew.mutate}
        />
      )}
      {wish === 'off' && (
        <PasswordStep
          key="off"
          label={texts.switchOneTimeCodesOff}
          error={disable.error}
          isPending={disable.isPending}
          onPassword={disable.mutate}
        />
      )}
    </div>
  );
}

function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  const texts = useWorkTexts().accounts.oneTimeCodes;
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast({ title: texts.copied, tone: 'success' }),
      () => showToast({ title: texts.copyingWasNotAllowedSelect, tone: 'destructive' }),
    );
  return (
    <Banner tone="warning" title={texts.yourRecoveryCodes}>
      <p>{texts.eachWorksOnceInPlace}</p>
      <ul aria-label={texts.recoveryCodes} className="my-3 grid max-w-md gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="rounded bg-surface px-2 py-1 font-mono text-sm whitespace-nowrap text-ink select-all">
              {code}
            </code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" />
          {texts.copy}
        </Button>
        <Button size="small" variant="secondary" onClick={onKept}>
          {texts.iHaveKeptThem}
        </Button>
      </div>
    </Banner>
  );
}
