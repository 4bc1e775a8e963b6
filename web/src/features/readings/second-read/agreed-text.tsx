import type { reports, secondReads } from '@duai/contract';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangedWords } from '../report/versions/changed-words.tsx';
import { type SecondReadSteps, useSecondReadSteps } from './second-read-queries.ts';

/** For who signs: the text is no longer the one that was agreed on. It is confirmed, or the change is undone. */
export function AgreedTextChanged({
  caseId,
  agreed,
  isSaved,
  onUndo,
}: {
  readonly caseId: string;
  readonly agreed: secondReads.AgreedText;
  /** The server has the text as it is typed. */
  readonly isSaved: boolean;
  readonly onUndo: (content: secondReads.ComparedContent) => void;
}) {
  const texts = useWorkTexts().reporting.secondRead;
  const { ask } = useSecondReadSteps(caseId).confirmation;
  const { state, by, askedAt, isUpheld, content, mayDo } = agreed;
  if (state !== 'changed') return null;
  return (
    <Banner tone="warning" title={texts.changedTitle({ name: by })}>
      <div className="grid justify-items-start gap-2">
        <p>{askedAt ? texts.confirmationAsked({ name: by }) : isUpheld ? texts.changed : texts.changedAsDecided}</p>
        <div className="flex flex-wrap gap-2">
          {mayDo === 'ask' && (
            <Button
              size="small"
              disabled={askedAt !== null || !isSaved}
              isPending={ask.isPending}
              onClick={() => ask.mutate()}
            >
              {texts.askConfirmation({ name: by })}
            </Button>
          )}
          {isUpheld && (
            <Button size="small" variant="secondary" onClick={() => onUndo(content)}>
              {texts.undo}
            </Button>
          )}
        </div>
      </div>
    </Banner>
  );
}

/** For who agreed or decided: what was changed since, by word, to be confirmed. */
export function ConfirmText({
  report,
  agreed,
  steps,
}: {
  readonly report: reports.Report;
  readonly agreed: secondReads.AgreedText;
  readonly steps: SecondReadSteps;
}) {
  const texts = useWorkTexts().reporting.secondRead;
  const { confirm } = steps.confirmation;
  return (
    <section aria-labelledby="confirm-text" className="grid gap-3">
      <h3 id="confirm-text" className="font-semibold">
        {texts.confirmTitle}
      </h3>
      <p className="text-sm text-grey-4">{texts.confirmHelp}</p>
      <div className="rounded border border-grey-2 p-3 text-sm">
        <ChangedWords
          before={{ ...report.content, ...agreed.content }}
          after={report.content}
          language={report.language}
        />
      </div>
      <Button
        size="small"
        className="justify-self-start"
        isPending={confirm.isPending}
        onClick={() => confirm.mutate(report.version)}
      >
        {texts.confirm}
      </Button>
    </section>
  );
}
