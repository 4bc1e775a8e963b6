import { cases, type studies } from '@duai/contract';
import { useState } from 'react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Select, Textarea } from '../../ui/forms/input.tsx';
import type { ReadingActions } from './reading-queries.ts';

/** Actions on a case besides its report: claim, take over, release, ask. */
export function CaseActions({
  reading,
  isMine,
  actions,
}: {
  readonly reading: studies.Reading;
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
  const { reporting, interface: shared } = useWorkTexts();
  const texts = reporting.takeOver;
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState<(typeof cases.TAKE_OVER_REASONS)[number] | null>(null);
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setIsOpen(true)}>
        {texts.open}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.title({ name })}
        description={texts.text({ name })}
        size="small"
      >
        <Field label={texts.reason} isRequired>
          <Select
            value={reason ?? ''}
            onChange={({ target }) => setReason(cases.TAKE_OVER_REASONS.find((each) => each === target.value) ?? null)}
          >
            <option value="">{texts.choose}</option>
            {cases.TAKE_OVER_REASONS.map((each) => (
              <option key={each} value={each}>
                {texts.reasons[each]}
              </option>
            ))}
          </Select>
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={() => setIsOpen(false)}>
            {shared.cancel}
          </Button>
          <Button
            disabled={reason === null}
            isPending={actions.takeOver.isPending}
            onClick={() => reason && actions.takeOver.mutate(reason, { onSettled: () => setIsOpen(false) })}
          >
            {texts.open}
          </Button>
        </DialogActions>
      </Dialog>
    </>
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
