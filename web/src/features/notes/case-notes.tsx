import { LIMITS, type notes } from '@duai/contract';
import { Lock, Send } from 'lucide-react';
import { useState } from 'react';
import { classes } from '../../lib/class-names.ts';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Select, Textarea } from '../../ui/forms/input.tsx';
import { useTooLong } from '../../ui/forms/too-long.ts';
import { useNotes } from './note-queries.ts';

interface Props {
  readonly caseId: string;
  readonly staffId: string;
}

/** Radiologists ask and answer each other about a case, beside the report and never in it. */
export function CaseNotes({ caseId, staffId }: Props) {
  const { readings, interface: shared } = useWorkTexts();
  const texts = readings.notes;
  const { thread, ask, answer } = useNotes(caseId, staffId);
  const all = thread.data?.notes ?? [];
  return (
    <section aria-labelledby="notes" className="grid gap-3 rounded border border-grey-2 bg-surface p-3 text-sm">
      <div>
        <h2 id="notes" className="flex items-center gap-2 font-semibold">
          <Lock aria-hidden className="size-4 text-grey-4" />
          {texts.heading}
        </h2>
        <p className="text-grey-4">{texts.internal}</p>
      </div>
      {thread.isError ? (
        <div className="flex flex-wrap items-center gap-3">
          <p role="alert">{texts.loadFailed}</p>
          <Button size="small" variant="secondary" onClick={() => void thread.refetch()}>
            {shared.retry}
          </Button>
        </div>
      ) : (
        thread.data && (
          <>
            {all.length === 0 && <p className="text-grey-4">{texts.empty}</p>}
            {all
              .filter(({ questionId }) => questionId === null)
              .map((question) => (
                <Thread
                  key={question.id}
                  question={question}
                  replies={all.filter(({ questionId }) => questionId === question.id)}
                  staffId={staffId}
                  isPending={answer.isPending && answer.variables.noteId === question.id}
                  onAnswer={(text, done) => answer.mutate({ noteId: question.id, text }, { onSuccess: done })}
                />
              ))}
            <AskForm
              caseId={caseId}
              staffId={staffId}
              colleagues={thread.data.colleagues}
              isPending={ask.isPending}
              onAsk={(body, done) => ask.mutate(body, { onSuccess: done })}
            />
          </>
        )
      )}
    </section>
  );
}

/** A question with what was written to it. */
function Thread({
  question,
  replies,
  staffId,
  isPending,
  onAnswer,
}: {
  readonly question: notes.Note;
  readonly replies: readonly notes.Note[];
  readonly staffId: string;
  readonly isPending: boolean;
  readonly onAnswer: (text: string, done: () => void) => void;
}) {
  const texts = useWorkTexts().readings.notes;
  const isAsker = question.author.id === staffId;
  const isAnswered = replies.some(({ author }) => author.id !== question.author.id);
  return (
    <div className="grid gap-2 rounded border border-grey-2 p-2">
      <ol className="grid gap-2">
        {[question, ...replies].map((note) => (
          <Entry key={note.id} note={note} isOwn={note.author.id === staffId} />
        ))}
      </ol>
      {!isAnswered && <p className="text-grey-4">{texts.waiting}</p>}
      <Written
        name={`note-${question.id}`}
        owner={staffId}
        label={isAsker ? texts.add({ name: question.to.name }) : texts.answer({ name: question.author.name })}
        action={texts.send}
        isPending={isPending}
        onSend={onAnswer}
      />
    </div>
  );
}

function Entry({ note, isOwn }: { readonly note: notes.Note; readonly isOwn: boolean }) {
  const texts = useWorkTexts().readings.notes;
  const language = activeLanguage();
  return (
    <li
      className={classes(
        'max-w-[95%] rounded border p-2',
        isOwn ? 'justify-self-end border-signal bg-signal-soft' : 'justify-self-start border-grey-2 bg-surface',
      )}
    >
      <p className="flex flex-wrap gap-x-2 text-[0.9em] text-grey-4">
        <bdi className="font-semibold text-ink">{note.author.name}</bdi>
        <span>{texts.to({ name: note.to.name })}</span>
        <time dateTime={note.createdAt}>{formatDateTime(note.createdAt, language)}</time>
      </p>
      <p dir="auto" className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
        {note.text}
      </p>
      {isOwn && (
        <p className="mt-1 text-[0.9em] text-grey-4">
          {note.readAt ? texts.read({ time: formatDateTime(note.readAt, language) }) : texts.notRead}
        </p>
      )}
    </li>
  );
}

function AskForm({
  caseId,
  staffId,
  colleagues,
  isPending,
  onAsk,
}: Props & {
  readonly colleagues: readonly { id: string; name: string; isAbsent: boolean }[];
  readonly isPending: boolean;
  readonly onAsk: (body: { colleagueId: string; text: string }, done: () => void) => void;
}) {
  const texts = useWorkTexts().readings.notes;
  const [colleagueId, setColleagueId] = useState('');
  return (
    <div className="grid gap-2">
      <Field label={texts.colleague}>
        <Select value={colleagueId} onChange={({ target }) => setColleagueId(target.value)}>
          <option value="">{texts.choose}</option>
          {colleagues.map(({ id, name, isAbsent }) => (
            <option key={id} value={id} disabled={isAbsent}>
              {isAbsent ? texts.away({ name }) : name}
            </option>
          ))}
        </Select>
      </Field>
      {colleagueId !== '' && (
        <Written
          name={`note-of-${caseId}`}
          owner={staffId}
          label={texts.question}
          action={texts.ask}
          isPending={isPending}
          onSend={(text, done) =>
            onAsk({ colleagueId, text }, () => {
              done();
              setColleagueId('');
            })
          }
        />
      )}
    </div>
  );
}

/** What is not sent yet waits in this tab. */
function Written({
  name,
  owner,
  label,
  action,
  isPending,
  onSend,
}: {
  readonly name: string;
  readonly owner: string;
  readonly label: string;
  readonly action: string;
  readonly isPending: boolean;
  readonly onSend: (text: string, done: () => void) => void;
}) {
  const [text, setText] = useState(() => String(readDraft(name, owner)?.text ?? ''));
  const tooLong = useTooLong()(text, LIMITS.freeTextMaxLength);
  const write = (written: string) => {
    setText(written);
    if (written) keepDraft(name, owner, { text: written });
    else dropDraft(name);
  };
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(text, () => write(''));
      }}
    >
      <Field label={label} error={tooLong}>
        {/* What is typed while it is being sent would go with it. */}
        <Textarea rows={2} readOnly={isPending} value={text} onChange={({ target }) => write(target.value)} />
      </Field>
      <Button
        type="submit"
        size="small"
        variant="secondary"
        className="justify-self-start"
        disabled={text.trim() === '' || tooLong !== undefined}
        isPending={isPending}
      >
        {!isPending && <Send aria-hidden className="size-4 rtl:-scale-x-100" />}
        {action}
      </Button>
    </form>
  );
}
