import { type Language, LIMITS, type questions } from '@duai/contract';
import { Check, CheckCheck, Send } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { classes } from '../../lib/class-names.ts';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/input.tsx';
import { useTooLong } from '../../ui/forms/too-long.ts';
import { Skeleton } from '../../ui/spinner.tsx';
import { type Side, useQuestions } from './question-queries.ts';

export interface QuestionTexts {
  readonly empty: string;
  readonly field: string;
  readonly help: string;
  readonly send: string;
  readonly sending: string;
  readonly failedTitle: string;
  readonly failedText: string;
  readonly loadFailed: string;
  readonly retry: string;
  readonly you: string;
  readonly patient: string;
  readonly radiologist: string;
  readonly sent: string;
  readonly read: (p: { time: string }) => string;
}

interface QuestionThreadProps {
  readonly caseId: string;
  readonly side: Side;
  /** The author; an unsent draft in this tab is shown to nobody else. */
  readonly owner: string;
  readonly texts: QuestionTexts;
  readonly language: Language;
}

/** Questions and answers, whether the other side has read them, and a field to write. */
export function QuestionThread({ caseId, side, owner, texts, language }: QuestionThreadProps) {
  const { thread, send } = useQuestions(caseId, side);
  const draft = `question-${caseId}`;
  const [text, setText] = useState(() => String(readDraft(draft, owner)?.text ?? ''));
  const tooLong = useTooLong()(text, LIMITS.freeTextMaxLength);
  const write = (written: string) => {
    setText(written);
    if (written) keepDraft(draft, owner, { text: written });
    else dropDraft(draft);
  };
  const submit = () =>
    send.mutate(text, {
      onSuccess: () => write(''),
      onError: (error) =>
        showToast({
          tone: 'destructive',
          title: texts.failedTitle,
          description: messageOf(error, texts.failedText),
        }),
    });
  return (
    <div className="grid gap-4">
      {thread.data ? (
        thread.data.length === 0 ? (
          <p className="text-grey-4">{texts.empty}</p>
        ) : (
          <ol className="grid gap-3">
            {thread.data.map((entry) => (
              <Entry key={entry.id} entry={entry} side={side} texts={texts} language={language} />
            ))}
          </ol>
        )
      ) : thread.isError ? (
        <div className="flex flex-wrap items-center gap-3">
          <p role="alert">{texts.loadFailed}</p>
          <Button size="small" variant="secondary" onClick={() => void thread.refetch()}>
            {texts.retry}
          </Button>
        </div>
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
      <Field label={texts.field} help={texts.help} error={tooLong}>
        {/* What is typed while it is being sent would go with it. */}
        <Textarea rows={3} readOnly={send.isPending} value={text} onChange={(event) => write(event.target.value)} />
      </Field>
      <Button
        variant="secondary"
        className="justify-self-start"
        disabled={text.trim() === '' || tooLong !== undefined}
        isPending={send.isPending}
        onClick={submit}
      >
        {!send.isPending && <Send aria-hidden className="size-4 rtl:-scale-x-100" />}
        {send.isPending ? texts.sending : texts.send}
      </Button>
    </div>
  );
}

function Entry({
  entry,
  side,
  texts,
  language,
}: {
  readonly entry: questions.QuestionEntry;
  readonly side: Side;
  readonly texts: QuestionTexts;
  readonly language: Language;
}) {
  const isOwn = entry.author === side;
  const name = isOwn ? texts.you : (entry.authorName ?? texts[entry.author]);
  return (
    <li
      className={classes(
        'max-w-[92%] rounded border p-3',
        isOwn ? 'justify-self-end border-signal bg-signal-soft' : 'justify-self-start border-grey-2 bg-surface',
      )}
    >
      <p className="flex flex-wrap gap-x-2 text-[0.85em] text-grey-4">
        <bdi className="font-semibold text-ink">{name}</bdi>
        <time dateTime={entry.createdAt}>{formatDateTime(entry.createdAt, language)}</time>
      </p>
      <p dir="auto" className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
        {entry.text}
      </p>
      {isOwn && (
        <p className="mt-1 flex items-center gap-1 text-[0.85em] text-grey-4">
          {entry.readAt ? (
            <CheckCheck aria-hidden className="size-4 text-signal" />
          ) : (
            <Check aria-hidden className="size-4" />
          )}
          {entry.readAt ? texts.read({ time: formatDateTime(entry.readAt, language) }) : texts.sent}
        </p>
      )}
    </li>
  );
}
