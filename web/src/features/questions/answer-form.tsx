import { questions, uploads } from '@duai/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { useMessages } from '../../lib/messages.tsx';
import { ABOUT_CASES, renewAll } from '../../lib/renewals.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/input.tsx';

export type Answer = ReturnType<typeof useAnswer>;

interface Asked {
  readonly caseId: string;
  /** What the radiologist asked when the case was sent back; null where nothing is asked. */
  readonly question: string | null;
  /** Who writes: what is not sent yet waits in this tab for nobody else. */
  readonly owner: string;
}

/** What is being answered to the radiologist, whether it is sent alone or together with images. */
export function useAnswer({ caseId, question, owner }: Asked) {
  const draft = `answer-${caseId}`;
  const [kept] = useState(() => readDraft(draft, owner));
  const [text, setText] = useState(String(kept?.text ?? ''));
  const queryClient = useQueryClient();
  // Handing in may fail after the answer has arrived: the next try, also after a reload, does not write it twice.
  const isWritten = useRef(kept?.isWritten === true);
  return {
    text,
    change: (typed: string) => {
      setText(typed);
      isWritten.current = false;
      keepDraft(draft, owner, { text: typed });
    },
    /** Into the conversation, once; nothing where nothing was typed. */
    write: async () => {
      if (question === null || text.trim() === '' || isWritten.current) return;
      await call(questions.askQuestion, { params: { caseId }, body: { text: `› ${question}\n\n${text}` } });
      isWritten.current = true;
      keepDraft(draft, owner, { text, isWritten: true });
    },
    /** It has arrived: the field is empty, what was asked and written stands in the conversation. */
    clear: () => {
      dropDraft(draft);
      setText('');
      isWritten.current = false;
      return renewAll(queryClient, ABOUT_CASES);
    },
  };
}

interface AnswerFormProps {
  readonly caseId: string;
  readonly answer: Answer;
  /** Images wait to be sent: the answer goes with them. */
  readonly hasImages: boolean;
}

/** Answers the radiologist and hands the case in again: without that it would wait for images that nobody asked for. */
export function AnswerForm({ caseId, answer, hasImages }: AnswerFormProps) {
  const messages = useMessages();
  const texts = messages.questions.answer;
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: async () => {
      await answer.write();
      await call(uploads.submitUploads, { params: { caseId }, body: { uploadIds: [] } });
    },
    onSuccess: () => {
      void answer.clear();
      showToast({ tone: 'success', title: texts.doneTitle, description: texts.doneText });
    },
    onError: (error) =>
      showToast({
        tone: 'destructive',
        title: texts.failedTitle,
        description: messageOf(error, messages.interface.noConnection),
      }),
    onSettled: () => renewAll(queryClient, ABOUT_CASES),
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!hasImages) send.mutate();
      }}
    >
      <Field label={texts.field} help={texts.help}>
        <Textarea
          rows={3}
          maxLength={4000}
          value={answer.text}
          onChange={({ target }) => answer.change(target.value)}
        />
      </Field>
      {hasImages ? (
        <p role="status" className="font-medium">
          {texts.goesWithImages}
        </p>
      ) : (
        <Button
          type="submit"
          className="justify-self-start"
          disabled={answer.text.trim() === ''}
          isPending={send.isPending}
        >
          {!send.isPending && <Send aria-hidden className="size-4 rtl:-scale-x-100" />}
          {send.isPending ? messages.questions.sending : texts.send}
        </Button>
      )}
    </form>
  );
}
