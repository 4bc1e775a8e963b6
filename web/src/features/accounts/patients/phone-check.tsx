import { accountSettings, type accounts, LIMITS, totpCodeSchema } from '@duai/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { useCoolDown } from '../../../lib/cool-down.ts';
import { useMessages } from '../../../lib/messages.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { SettingsError } from './settings/settings-error.tsx';
import { usePatientChange } from './settings/settings-queries.ts';

/** Whether the patient wants messages on a number that is not verified yet. */
export const needsPhoneCheck = (patient: accounts.Patient): boolean =>
  patient.preferredNotification !== 'email' && patient.phone !== null && !patient.isPhoneVerified;

/** Asks for the code that was sent to the phone; it can be sent again after a minute. */
export function PhoneCheck({ phone }: { readonly phone: string }) {
  const texts = useMessages().settings.notifications;
  const [code, setCode] = useState('');
  const { secondsLeft, start } = useCoolDown(LIMITS.resendCoolDownSeconds);
  const verify = usePatientChange((value: string) => call(accountSettings.verifyPhone, { body: { code: value } }), {
    doneTitle: texts.verifiedTitle,
  });
  const resend = useMutation({
    mutationFn: () => call(accountSettings.sendPhoneCode),
    onSuccess: () => {
      start();
      verify.reset();
      showToast({ tone: 'success', title: texts.resentTitle });
    },
  });
  return (
    <Banner tone="warning" title={texts.checkTitle}>
      <p>{texts.checkText({ phone })}</p>
      <Form className="mt-3 grid gap-4 text-ink" onSubmit={() => verify.mutate(code.trim())}>
        <Field label={texts.code} className="max-w-60">
          <Input
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            maxLength={16}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <SettingsError error={verify.error ?? resend.error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={verify.isPending} disabled={!totpCodeSchema.safeParse(code).success}>
            {verify.isPending ? texts.verifying : texts.verify}
          </Button>
          <Button
            variant="secondary"
            isPending={resend.isPending}
            disabled={secondsLeft > 0}
            onClick={() => resend.mutate()}
          >
            {secondsLeft > 0 ? texts.resendIn({ seconds: secondsLeft }) : texts.resend}
          </Button>
        </div>
      </Form>
    </Banner>
  );
}
