import { cases } from '@duai/contract';
import { useState } from 'react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/input.tsx';
import { ReasonedStep } from '../../ui/forms/reasoned-step.tsx';
import type { ReadingActions, ShownReading } from './reading-queries.ts';

/** Actions on a case besides its report: claim, take over, release, ask. */
export function CaseActions({
  reading,
  isMine,
  actions,
}: {
  readonly reading: ShownReading;
  readonly isMine: boolean;
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
      <QuestionDialog isOpen={isAsking} onClose={() => setIsAsking(false)} actions={actions} />
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
  isOpen,
  onClose,
  actions,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly actions: ReadingActions;
}) {
  const { readings, interface: shared } = useWorkTexts();
  const texts = readings.caseActions;
  const [question, setQuestion] = useState('');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.askTitle} description={texts.askText} size="small">
      <Field label={texts.question} help={texts.inPatientLanguage} isRequired>
        <Textarea value={question} onChange={(event) => setQuestion(event.target.value)} />
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {shared.cancel}
        </Button>
        <Button
          disabled={question.trim() === ''}
          isPending={actions.ask.isPending}
          onClick={() => actions.ask.mutate(question, { onSuccess: onClose })}
        >
          {texts.send}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
