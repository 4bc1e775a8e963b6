import { questions, uploads } from '@duai/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { useMessages } from '../../lib/messages.tsx';
import { renewQueries } from '../../lib/queries.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';

interface AnswerFormProps {
  readonly caseId: string;
  /** What the radiologist asked when the case was sent back. */
  readonly question: string;
  /** Who writes: what is not sent yet waits in this tab for nobody else. */
  readonly owner: string;
}

/** Answers the radiologist and hands the case in again: without that it would wait for images that nobody asked for. */
export function AnswerForm({ caseId, question, owner }: AnswerFormProps) {
  const messages = useMessages();
  const texts = messages.questions.answer;
  const queryClient = useQueryClient();
  const draft = `answer-${caseId}`;
  const [text, setText] = useState(() => String(readDraft(draft, owner)?.text ?? ''));
  // Handing in may fail after the answer has arrived: the next try does not write it twice.
  const isWritten = useRef(false);
  const send = useMutation({
    mutationFn: async () => {
      const params = { caseId };
      if (!isWritten.current) await call(questions.askQuestion, { params, body: { text: `› ${question}\n\n${text}` } });
      isWritten.current = true;
      await call(uploads.submitUploads, { params, body: { uploadIds: [] } });
    },
    onSuccess: () => {
      dropDraft(draft);
      showToast({ tone: 'success', title: texts.doneTitle, description: texts.doneText });
    },
    onError: (error) =>
      showToast({
        tone: 'destructive',
        title: texts.failedTitle,
        description: messageOf(error, messages.interface.noConnection),
      }),
    onSettled: () => renewQueries(queryClient, ['/api/second-opinion/cases']),
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Field label={texts.field} help={texts.help}>
        <Textarea
          rows={3}
          maxLength={4000}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            isWritten.current = false;
            keepDraft(draft, owner, { text: target.value });
          }}
        />
      </Field>
      <Button type="submit" className="justify-self-start" disabled={text.trim() === ''} isPending={send.isPending}>
        {!send.isPending && <Send aria-hidden className="size-4 rtl:-scale-x-100" />}
        {send.isPending ? messages.questions.sending : texts.send}
      </Button>
    </form>
  );
}
