import { shares } from '@duai/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { KeyRound } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { messageOf } from '../../lib/api.ts';
import { useErrorText } from '../../lib/form-errors.ts';
import { useMessages } from '../../lib/messages.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { useOpenShare } from './opened-share.ts';

const formSchema = z.object({ pin: shares.sharePinSchema });

/** Where the doctor enters the PIN: the link contains the secret, and the PIN is sent by another channel. */
export function PinForm({
  secret,
  onOpened,
}: {
  readonly secret: string;
  readonly onOpened: (shareId: string) => void;
}) {
  const messages = useMessages();
  const texts = messages.shares.doctor;
  const errorText = useErrorText();
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { pin: '' } });
  const open = useOpenShare(onOpened);
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(({ pin }) => open.mutate({ secret, pin }))}>
      <Field label={texts.pin} help={texts.pinHelp} error={errorText(form.formState.errors.pin)} isRequired>
        <Input
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          className="font-mono text-2xl tracking-[0.3em]"
          {...form.register('pin')}
        />
      </Field>
      {open.isError && (
        <Banner tone="error" title={texts.failedTitle}>
          {messageOf(open.error, messages.interface.noConnection)}
        </Banner>
      )}
      <Button type="submit" isPending={open.isPending} className="justify-self-start">
        {!open.isPending && <KeyRound aria-hidden className="size-5" />}
        {open.isPending ? texts.submitting : texts.submit}
      </Button>
      <p className="text-[0.9em] text-grey-4">{texts.counted}</p>
    </form>
  );
}
