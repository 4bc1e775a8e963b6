import { accountSettings, type accounts, totpCodeSchema } from '@duai/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../lib/api.ts';
import { saveBlob } from '../../../../lib/files/object-url.ts';
import { useMessages } from '../../../../lib/messages.tsx';
import { renew } from '../../../../lib/renewals.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { Button, buttonClasses } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { Form } from '../../../../ui/forms/form.tsx';
import { Input } from '../../../../ui/forms/input.tsx';
import { QrCode } from '../../../../ui/qr-code.tsx';
import { SectionCard } from '../../../../ui/section-card.tsx';
import { patientKey } from '../patient-queries.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { SettingsError } from './settings-error.tsx';
import { usePatientChange } from './settings-queries.ts';

/** Turning on: password → QR code and first code → recovery codes. Turning off: password and code. */
export function TwoFactorSettings({ patient }: { readonly patient: accounts.Patient }) {
  const texts = useMessages().settings.twoFactor;
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  return (
    <SectionCard heading={texts.heading} help={patient.isTwoFactorOn ? texts.on : texts.off}>
      {recoveryCodes ? (
        <RecoveryCodes codes={recoveryCodes} onDone={() => setRecoveryCodes(null)} />
      ) : patient.isTwoFactorOn ? (
        <TurnOff />
      ) : (
        <TurnOn onConfirmed={setRecoveryCodes} />
      )}
    </SectionCard>
  );
}

function TurnOn({ onConfirmed }: { readonly onConfirmed: (codes: readonly string[]) => void }) {
  const { settings: texts } = useMessages();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const begin = useMutation({
    mutationFn: () => call(accountSettings.beginTwoFactor, { body: { password } }),
    onSuccess: () => setPassword(''),
  });
  const confirm = useMutation({
    mutationFn: () => call(accountSettings.confirmTwoFactor, { body: { code: code.trim() } }),
    onSuccess: ({ recoveryCodes }) => {
      onConfirmed(recoveryCodes);
      showToast({ tone: 'success', title: texts.twoFactor.onTitle });
      void renew(queryClient, patientKey);
      void renew(queryClient, accountSettings.listSessions);
    },
  });
  if (!isOpen) {
    return (
      <Button variant="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {texts.twoFactor.begin}
      </Button>
    );
  }
  if (!begin.data) {
    return (
      <Form className="grid gap-5" onSubmit={() => begin.mutate()}>
        <CurrentPasswordField takesFocus value={password} onChange={setPassword} />
        <SettingsError error={begin.error} />
        <Button type="submit" isPending={begin.isPending} disabled={password === ''} className="justify-self-start">
          {texts.twoFactor.continue}
        </Button>
      </Form>
    );
  }
  return (
    <Form className="grid gap-5" onSubmit={() => confirm.mutate()}>
      <div className="grid gap-1">
        <h3 className="font-semibold">{texts.twoFactor.scanTitle}</h3>
        <p className="text-grey-4">{texts.twoFactor.scanText}</p>
      </div>
      <div className="flex flex-wrap items-center gap-6">
        <QrCode rows={begin.data.qrCode} label={texts.twoFactor.qrLabel} />
        <div className="grid min-w-0 justify-items-start gap-3">
          <div>
            <p className="text-[0.9em] text-grey-4">{texts.twoFactor.secret}</p>
            <p dir="ltr" className="font-mono [overflow-wrap:anywhere]">
              {begin.data.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </p>
          </div>
          <a href={begin.data.uri} className={buttonClasses('secondary', 'small')}>
            {texts.twoFactor.openApp}
          </a>
        </div>
      </div>
      <Field label={texts.twoFactor.code} className="max-w-72" isRequired>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          maxLength={16}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <SettingsError error={confirm.error} />
      <Button
        type="submit"
        isPending={confirm.isPending}
        disabled={!totpCodeSchema.safeParse(code).success}
        className="justify-self-start"
      >
        {texts.twoFactor.confirm}
      </Button>
    </Form>
  );
}

function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const texts = useMessages().settings.twoFactor;
  const text = codes.join('\n');
  const save = () => saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), texts.fileName);
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <h3 className="font-semibold">{texts.recoveryTitle}</h3>
        <p className="text-grey-4">{texts.recoveryText}</p>
      </div>
      <ul dir="ltr" className="grid grid-cols-2 gap-x-6 gap-y-1 justify-self-start font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() =>
            void navigator.clipboard
              .writeText(text)
              .then(() => showToast({ tone: 'success', title: texts.copiedTitle }), save)
          }
        >
          <Copy aria-hidden className="size-4" />
          {texts.copy}
        </Button>
        <Button variant="secondary" onClick={save}>
          <Download aria-hidden className="size-4" />
          {texts.download}
        </Button>
        <Button onClick={onDone}>{texts.done}</Button>
      </div>
    </div>
  );
}

function TurnOff() {
  const { settings: texts } = useMessages();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const turnOff = usePatientChange(
    (body: { password: string; code: string }) => call(accountSettings.turnTwoFactorOff, { body }),
    { doneTitle: texts.twoFactor.offTitle },
  );
  return (
    <Form className="grid gap-5" onSubmit={() => turnOff.mutate({ password, code })}>
      <CurrentPasswordField value={password} onChange={setPassword} />
      <Field label={texts.twoFactor.turnOffCode} className="max-w-72" isRequired>
        <Input
          autoComplete="one-time-code"
          dir="ltr"
          maxLength={20}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <SettingsError error={turnOff.error} />
      <Button
        type="submit"
        variant="secondary"
        isPending={turnOff.isPending}
        disabled={password === '' || code.trim().length < 6}
        className="justify-self-start"
      >
        {texts.twoFactor.turnOff}
      </Button>
    </Form>
  );
}
