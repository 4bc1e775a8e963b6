import { LIMITS, rights } from '@duai/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { apiErrorOf, messageOf } from '../../lib/api.ts';
import { useErrorText } from '../../lib/form-errors.ts';
import { formatDate } from '../../lib/formatting.ts';
import { useLanguage } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordInput } from '../../ui/forms/input.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { useCancelErasure, useErasure, useRequestErasure } from './rights-queries.ts';

const DAY_MS = 86_400_000;

/** Erasure with a grace period: requested with the password, cancelled with one press. */
export function ErasureSection() {
  const texts = useLanguage().messages.rights.erasure;
  const erasure = useErasure().data?.erasure;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <SectionCard heading={texts.heading} help={texts.help({ days: LIMITS.erasureGraceDays })}>
      <div className="grid gap-1">
        <h3 className="font-semibold">{texts.keepsHeading}</h3>
        <p className="text-grey-4">{texts.keeps}</p>
      </div>
      {erasure ? (
        <ErasureWaits erasure={erasure} />
      ) : (
        <>
          <p>{texts.advice}</p>
          <Button variant="danger" className="justify-self-start" onClick={() => setIsAsking(true)}>
            <Trash2 aria-hidden className="size-5" />
            {texts.ask}
          </Button>
        </>
      )}
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title={texts.confirmTitle} size="small">
        <ConfirmErasure onDone={() => setIsAsking(false)} />
      </Dialog>
    </SectionCard>
  );
}

/** The day until which the erasure can be cancelled; also shown on the dashboard. */
export function ErasureWaits({ erasure }: { readonly erasure: rights.Erasure }) {
  const { language, messages } = useLanguage();
  const texts = messages.rights.erasure;
  const cancel = useCancelErasure();
  const keep = () =>
    cancel.mutate(undefined, {
      onSuccess: () => showToast({ tone: 'success', title: texts.keptTitle }),
      onError: (error) =>
        showToast({
          tone: 'destructive',
          title: texts.failed,
          description: messageOf(error, messages.interface.noConnection),
        }),
    });
  return (
    <Banner
      tone="warning"
      title={texts.waitingTitle({ date: formatDate(erasure.dueAt, language) })}
      action={
        <Button variant="secondary" isPending={cancel.isPending} onClick={keep}>
          {!cancel.isPending && <Undo2 aria-hidden className="size-5 rtl:-scale-x-100" />}
          {cancel.isPending ? texts.keeping : texts.keep}
        </Button>
      }
    >
      {texts.waitingText}
    </Banner>
  );
}

function ConfirmErasure({ onDone }: { readonly onDone: () => void }) {
  const { language, messages } = useLanguage();
  const texts = messages.rights.erasure;
  const request = useRequestErasure();
  const errorText = useErrorText();
  const form = useForm({ resolver: zodResolver(rights.requestErasure.body), defaultValues: { password: '' } });
  const date = formatDate(new Date(Date.now() + LIMITS.erasureGraceDays * DAY_MS).toISOString(), language);
  const isWrong = apiErrorOf(request.error)?.code === 'PASSWORD_WRONG';
  const submit = form.handleSubmit((body) =>
    request.mutate(body, {
      onSuccess: () => {
        onDone();
        showToast({ tone: 'success', title: texts.askedTitle, description: texts.askedText });
      },
    }),
  );
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <p>{texts.confirmText({ date })}</p>
      <Field
        label={texts.password}
        error={errorText(form.formState.errors.password) ?? (isWrong ? messageOf(request.error, '') : undefined)}
        isRequired
      >
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      {request.isError && !isWrong && (
        <Banner tone="error" title={texts.failed}>
          {messageOf(request.error, messages.interface.noConnection)}
        </Banner>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="danger" isPending={request.isPending}>
          {request.isPending ? texts.confirming : texts.confirm}
        </Button>
      </DialogActions>
    </form>
  );
}
