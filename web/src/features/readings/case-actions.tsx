import { cases, LIMITS } from '@duai/contract';
import { useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/input.tsx';
import { ReasonedStep } from '../../ui/forms/reasoned-step.tsx';
import { useTooLong } from '../../ui/forms/too-long.ts';
import type { ReadingActions, ShownReading } from './reading-queries.ts';

/** Actions on a case besides its report: claim, take over, release, ask. */
export function CaseActions({
  reading,
  isMine,
  owner,
  actions,
}: {
  readonly reading: ShownReading;
  readonly isMine: boolean;
  /** The reader's id; a question that was not sent is kept in this tab under it. */
  readonly owner: string;
  readonly actions: ReadingActions;
}) {
  const texts = useWorkTexts().readings.caseActions;
  const [isAsking, setIsAsking] = useState(false);
  if (reading.case.status !== 'processing') return null;
  if (reading.case.claimedBy && !isMine)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-sm text-grey-4">{texts.beingReadBy({ name: reading.case.claimedBy.name })}</p>
        <TakeOver name={reading.case.claimedBy.name} actions={actions} />
      </div>
    );
  if (!isMine) {
    return (
      <Button size="small" isPending={actions.claim.isPending} onClick={() => actions.claim.mutate()}>
        {texts.claim}
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="small"
        variant="quiet"
        isPending={actions.release.isPending}
        onClick={() => actions.release.mutate()}
      >
        {texts.release}
      </Button>
      <Button size="small" variant="secondary" onClick={() => setIsAsking(true)}>
        {texts.ask}
      </Button>
      <QuestionDialog
        caseId={reading.case.id}
        owner={owner}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        actions={actions}
      />
    </div>
  );
}

/** Takes the case over from the colleague who reads it; the audit trail records the reason. */
function TakeOver({ name, actions }: { readonly name: string; readonly actions: ReadingActions }) {
  const texts = useWorkTexts().reporting.takeOver;
  return (
    <ReasonedStep
      label={texts.open}
      title={texts.title({ name })}
      consequence={texts.text({ name })}
      fieldLabel={texts.reason}
      choose={texts.choose}
      reasons={cases.TAKE_OVER_REASONS}
      nameOf={(reason) => texts.reasons[reason]}
      isPending={actions.takeOver.isPending}
      onConfirm={actions.takeOver.mutate}
    />
  );
}

function QuestionDialog({
  caseId,
  owner,
  isOpen,
  onClose,
  actions,
}: {
  readonly caseId: string;
  readonly owner: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly actions: ReadingActions;
}) {
  const { readings, interface: shared } = useWorkTexts();
  const texts = readings.caseActions;
  const draft = `sent-back-${caseId}`;
  const [question, setQuestion] = useState(() => String(readDraft(draft, owner)?.question ?? ''));
  const change = (typed: string) => {
    setQuestion(typed);
    keepDraft(draft, owner, { question: typed });
  };
  const tooLong = useTooLong();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.askTitle} description={texts.askText} size="small">
      <Field
        label={texts.question}
        help={texts.inPatientLanguage}
        isRequired
        error={tooLong(question, LIMITS.freeTextMaxLength)}
      >
        <Textarea value={question} onChange={(event) => change(event.target.value)} />
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {shared.cancel}
        </Button>
        <Button
          disabled={question.trim() === ''}
          isPending={actions.ask.isPending}
          onClick={() =>
            actions.ask.mutate(question, {
              onSuccess: () => {
                dropDraft(draft);
                setQuestion('');
                onClose();
              },
            })
          }
        >
          {texts.send}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
