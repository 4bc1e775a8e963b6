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
import { useTooLong } from '../../ui/forms/too-long.ts';
import { answerText, mostCharacters } from './answer-text.ts';

export type Answer = ReturnType<typeof useAnswer>;

interface Asked {
  readonly caseId: string;
  /** The radiologist's question when the case was returned; null if there is none. */
  readonly question: string | null;
  /** The author; an unsent draft in this tab is shown to nobody else. */
  readonly owner: string;
}

/** The draft of the answer to the radiologist, sent alone or together with images. */
export function useAnswer({ caseId, question, owner }: Asked) {
  const draft = `answer-${caseId}`;
  const [kept] = useState(() => readDraft(draft, owner));
  const [text, setText] = useState(String(kept?.text ?? ''));
  const queryClient = useQueryClient();
  // Submitting may fail after the answer has arrived; a retry, also after a reload, must not send it twice.
  const isWritten = useRef(kept?.isWritten === true);
  return {
    text,
    mostCharacters: mostCharacters(question ?? ''),
    change: (typed: string) => {
      setText(typed);
      isWritten.current = false;
      keepDraft(draft, owner, { text: typed });
    },
    /** Sends the answer once; does nothing if nothing was typed. */
    write: async () => {
      if (question === null || text.trim() === '' || isWritten.current) return;
      await call(questions.askQuestion, { params: { caseId }, body: { text: answerText(question, text) } });
      isWritten.current = true;
      keepDraft(draft, owner, { text, isWritten: true });
    },
    /** The answer has arrived: empties the field, because the conversation now shows it. */
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
  /** Images wait to be sent, so the answer goes with them. */
  readonly hasImages: boolean;
}

/** Answers the radiologist and submits the case again; otherwise it would wait for images that nobody asked for. */
export function AnswerForm({ caseId, answer, hasImages }: AnswerFormProps) {
  const messages = useMessages();
  const texts = messages.questions.answer;
  const tooLong = useTooLong()(answer.text, answer.mostCharacters);
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
      <Field label={texts.field} help={texts.help} error={tooLong}>
        <Textarea rows={3} value={answer.text} onChange={({ target }) => answer.change(target.value)} />
      </Field>
      {hasImages ? (
        <p role="status" className="font-medium">
          {texts.goesWithImages}
        </p>
      ) : (
        <Button
          type="submit"
          className="justify-self-start"
          disabled={answer.text.trim() === '' || tooLong !== undefined}
          isPending={send.isPending}
        >
          {!send.isPending && <Send aria-hidden className="size-4 rtl:-scale-x-100" />}
          {send.isPending ? messages.questions.sending : texts.send}
        </Button>
      )}
    </form>
  );
}
