import type { cases } from '@duai/contract';
import { ImagePlus, Send } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useSubmitAgain, useTakeBack } from './case-queries.ts';

/** Returns the case to its patient, for example to add a forgotten CD, as long as nobody has begun to read it. */
export function TakeBack({ case: shown }: { readonly case: Pick<cases.PatientCase, 'id' | 'canTakeBack'> }) {
  const messages = useMessages();
  const texts = messages.uploads.takeBack;
  const [isAsking, setIsAsking] = useState(false);
  const takeBack = useTakeBack(shown.id);
  if (!shown.canTakeBack) return null;
  const take = () =>
    takeBack.mutate(undefined, {
      onError: (error) =>
        showToast({
          tone: 'destructive',
          title: texts.failedTitle,
          description: messageOf(error, messages.interface.noConnection),
        }),
      onSettled: () => setIsAsking(false),
    });
  return (
    <>
      <Button variant="quiet" className="-ms-4 justify-self-start" onClick={() => setIsAsking(true)}>
        <ImagePlus aria-hidden className="size-5" />
        {texts.open}
      </Button>
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title={texts.title} size="small">
        <p>{texts.text}</p>
        <DialogActions>
          <Button variant="secondary" onClick={() => setIsAsking(false)}>
            {messages.interface.cancel}
          </Button>
          <Button isPending={takeBack.isPending} onClick={take}>
            {texts.confirm}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

/** Submits the case again with the images that are there, if there is nothing to add. */
export function SubmitAgain({ caseId }: { readonly caseId: string }) {
  const messages = useMessages();
  const texts = messages.uploads.takeBack;
  const submit = useSubmitAgain(caseId);
  const send = () =>
    submit.mutate(undefined, {
      onSuccess: ({ message }) => showToast({ tone: 'success', title: texts.againTitle, description: message }),
      onError: (error) =>
        showToast({
          tone: 'destructive',
          title: messages.cases.upload.failedTitle,
          description: messageOf(error, messages.interface.noConnection),
        }),
    });
  return (
    <Button variant="secondary" className="justify-self-start" isPending={submit.isPending} onClick={send}>
      {!submit.isPending && <Send aria-hidden className="size-4 rtl:-scale-x-100" />}
      {texts.again}
    </Button>
  );
}
