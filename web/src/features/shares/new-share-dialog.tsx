import { LIMITS } from '@duai/contract';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input, Select } from '../../ui/forms/input.tsx';
import { type ShareWish, useCreateShare } from './share-queries.ts';

const DAYS = [1, 3, 7, 14, LIMITS.shareDays];
const OPENINGS = [1, 2, 3, 5, 10, LIMITS.shareOpenings];

interface Made {
  readonly link: string;
  readonly pin: string;
}

/** Asks for the recipient, the duration and the number of openings; then shows link and PIN once. */
export function NewShareDialog({
  caseId,
  isOpen,
  onClose,
}: {
  readonly caseId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const texts = useMessages().shares;
  const [made, setMade] = useState<Made | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    // Once link and PIN are shown, the dialog can be closed only by its button.
    <Dialog isOpen={isOpen} onClose={close} canClose={!made} title={made ? texts.readyTitle : texts.dialogTitle}>
      {made ? <MadeShare made={made} onDone={close} /> : <ShareForm caseId={caseId} onMade={setMade} />}
    </Dialog>
  );
}

function ShareForm({ caseId, onMade }: { readonly caseId: string; readonly onMade: (made: Made) => void }) {
  const messages = useMessages();
  const texts = messages.shares;
  const create = useCreateShare(caseId);
  const form = useForm({ defaultValues: { label: '', days: '7', maxOpenings: '3' } });
  const submit = form.handleSubmit(({ label, days, maxOpenings }) => {
    const wish: ShareWish = { label, days: Number(days), maxOpenings: Number(maxOpenings) };
    create.mutate(wish, { onSuccess: onMade });
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <Field label={texts.label} help={texts.labelHelp} isOptional>
        <Input autoComplete="off" maxLength={LIMITS.shortTextMaxLength} {...form.register('label')} />
      </Field>
      <Field label={texts.days}>
        <Select {...form.register('days')}>
          {DAYS.map((count) => (
            <option key={count} value={count}>
              {texts.dayCount({ count })}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={texts.openings}>
        <Select {...form.register('maxOpenings')}>
          {OPENINGS.map((count) => (
            <option key={count} value={count}>
              {texts.openingCount({ count })}
            </option>
          ))}
        </Select>
      </Field>
      {create.isError && (
        <Banner tone="error" title={texts.failedTitle}>
          {messageOf(create.error, messages.interface.noConnection)}
        </Banner>
      )}
      <DialogActions>
        <Button type="submit" isPending={create.isPending}>
          {create.isPending ? texts.submitting : texts.submit}
        </Button>
      </DialogActions>
    </form>
  );
}

function MadeShare({ made, onDone }: { readonly made: Made; readonly onDone: () => void }) {
  const texts = useMessages().shares;
  const copy = (text: string, said: string) =>
    void navigator.clipboard.writeText(text).then(
      () => showToast({ tone: 'success', title: said }),
      () => showToast({ tone: 'destructive', title: texts.copyFailed }),
    );
  return (
    <div className="grid gap-5">
      <p>{texts.readyText}</p>
      <Field label={texts.link}>
        <div className="flex gap-2">
          <Input readOnly dir="ltr" value={made.link} onFocus={(event) => event.currentTarget.select()} />
          <IconButton label={texts.copyLink} onClick={() => copy(made.link, texts.linkCopied)} className="size-11">
            <Copy aria-hidden className="size-5" />
          </IconButton>
        </div>
      </Field>
      <Field label={texts.pin}>
        <div className="flex gap-2">
          <Input
            readOnly
            dir="ltr"
            value={made.pin}
            className="font-mono text-2xl tracking-[0.3em]"
            onFocus={(event) => event.currentTarget.select()}
          />
          <IconButton label={texts.copyPin} onClick={() => copy(made.pin, texts.pinCopied)} className="size-11">
            <Copy aria-hidden className="size-5" />
          </IconButton>
        </div>
      </Field>
      <DialogActions>
        <Button onClick={onDone}>{texts.done}</Button>
      </DialogActions>
    </div>
  );
}
