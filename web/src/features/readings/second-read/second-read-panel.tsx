import { LIMITS, reports, secondReads } from '@duai/contract';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { classes } from '../../../lib/class-names.ts';
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts';
import { formatDateTime } from '../../../lib/formatting.ts';
import { useShownLanguage, useWorkTexts } from '../../../lib/messages.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { RadioGroup } from '../../../ui/forms/choices.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/input.tsx';
import { useTooLong } from '../../../ui/forms/too-long.ts';
import { ConfirmText } from './agreed-text.tsx';
import { OpinionForm } from './opinion-form.tsx';
import { Opinions } from './opinions.tsx';
import { type SecondReadSteps, useSecondRead, useSecondReadSteps } from './second-read-queries.ts';

/** The second read of a case, as far as this radiologist takes part in it, and the button to ask for one. */
export function SecondReadPanel({
  caseId,
  owner,
  report,
  isSigned,
  isUnsaved,
  canAsk,
}: {
  readonly caseId: string;
  readonly owner: string;
  /** Null while it is withheld, and before there is one. */
  readonly report: reports.Report | null;
  readonly isSigned: boolean;
  /** Words of the report are not saved yet; the second read would be compared without them. */
  readonly isUnsaved: boolean;
  /** Whether this radiologist may ask: the reader of an open case, or anybody for a signed one. */
  readonly canAsk: boolean;
}) {
  const texts = useWorkTexts().reporting.secondRead;
  const found = useSecondRead(caseId);
  const steps = useSecondReadSteps(caseId);
  if (!found.data) return null;
  const { secondRead, isDueBecause } = found.data;
  const isOpen = secondRead !== null && secondRead.state !== 'closed';
  const agreed = secondRead?.agreedText?.state ?? 'as-agreed';
  const isToConfirm = !isOpen && !isSigned && agreed !== 'as-agreed';
  if (!secondRead && !canAsk) return null;
  return (
    <section
      aria-labelledby="second-read"
      className={classes(
        'grid gap-3 rounded border border-grey-2 bg-surface p-3',
        // Only an offer: it stands below the report.
        !secondRead && !isDueBecause && 'order-last',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="second-read" className="flex items-center gap-2 font-semibold">
          <UsersRound aria-hidden className="size-5 text-grey-4" />
          {texts.heading}
        </h2>
        {secondRead && (
          <Badge tone={isOpen || isToConfirm ? 'yellow' : 'green'}>
            {[
              isToConfirm
                ? texts.toConfirm
                : secondRead.endedBecause
                  ? texts.endedState
                  : texts.states[secondRead.state],
              secondRead.reason && texts.reason[secondRead.reason],
            ]
              .filter(Boolean)
              .join(' · ')}
          </Badge>
        )}
      </div>
      {secondRead && <Step {...{ caseId, owner, report, secondRead, isSigned, steps }} />}
      {secondRead?.mayWithdraw && (
        <Button
          size="small"
          variant="secondary"
          className="justify-self-start"
          isPending={steps.withdraw.isPending}
          onClick={() => steps.withdraw.mutate()}
        >
          {texts.withdraw}
        </Button>
      )}
      {!isOpen && canAsk && (
        <div className="grid justify-items-start gap-2">
          {isDueBecause && <Banner tone="warning" title={texts.dueBecause[isDueBecause]} />}
          <p className="text-sm text-grey-4">{isSigned ? texts.askAfterHelp : texts.askHelp}</p>
          <Button
            size="small"
            variant={isDueBecause ? 'primary' : 'secondary'}
            isPending={steps.ask.isPending}
            disabled={isUnsaved}
            onClick={() => steps.ask.mutate()}
          >
            {isSigned ? texts.askAfter : texts.ask}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The next step for this radiologist's role in the second read. */
function Step({
  caseId,
  owner,
  report,
  secondRead,
  isSigned,
  steps,
}: {
  readonly caseId: string;
  readonly owner: string;
  readonly report: reports.Report | null;
  readonly secondRead: secondReads.SecondRead;
  readonly isSigned: boolean;
  readonly steps: SecondReadSteps;
}) {
  const texts = useWorkTexts().reporting.secondRead;
  const { state, role, readerName, adjudication, agreedText, endedBecause } = secondRead;
  if (endedBecause)
    return (
      <>
        <p>{texts.ended[endedBecause]}</p>
        <Opinions secondRead={secondRead} />
      </>
    );
  if (state === 'waiting' && role === 'may-read')
    return (
      <div className="grid justify-items-start gap-2">
        <p>{texts.mayRead}</p>
        <Button size="small" isPending={steps.take.isPending} onClick={() => steps.take.mutate()}>
          {texts.take}
        </Button>
      </div>
    );
  if (state === 'waiting') return <p>{role === 'none' ? texts.notYou : texts.waiting}</p>;
  if (state === 'reading')
    return role === 'reader' ? (
      <OpinionForm caseId={caseId} owner={owner} keptUntil={secondRead.keptUntil} steps={steps} />
    ) : (
      <p>{texts.blinded({ name: readerName ?? '' })}</p>
    );
  return (
    <>
      <Opinions secondRead={secondRead} />
      {state === 'comparing' && role === 'reader' && <Compare keptUntil={secondRead.keptUntil} steps={steps} />}
      {state === 'adjudication' && role === 'may-adjudicate' && <Adjudicate {...{ caseId, owner, steps }} />}
      {adjudication && (
        <div className="text-sm">
          <p className="font-semibold">
            {texts.decided({ name: adjudication.by, decision: texts.decisions[adjudication.decision] })}
          </p>
          <p className="whitespace-pre-line">{adjudication.text}</p>
          {!isSigned && role === 'first-reader' && agreedText?.state === 'not-followed' && (
            <p>{texts.follow({ name: adjudication.by })}</p>
          )}
        </div>
      )}
      {agreedText?.mayDo === 'confirm' && report && <ConfirmText report={report} agreed={agreedText} steps={steps} />}
      {state === 'addendum-due' && <Banner tone="warning" title={texts.addendumDue} />}
    </>
  );
}

function Compare({ keptUntil, steps }: { readonly keptUntil: string | null; readonly steps: SecondReadSteps }) {
  const texts = useWorkTexts().reporting.secondRead;
  const language = useShownLanguage();
  return (
    <fieldset className="grid gap-2">
      <legend className="font-semibold">{texts.compare}</legend>
      <p className="text-sm text-grey-4">
        {texts.compareHelp} {keptUntil && texts.compareUntil({ time: formatDateTime(keptUntil, language) })}
      </p>
      <div className="flex flex-wrap gap-2">
        {reports.AGREEMENTS.map((agreement) => (
          <Button
            key={agreement}
            size="small"
            variant="secondary"
            isPending={steps.compare.isPending && steps.compare.variables === agreement}
            disabled={steps.compare.isPending}
            onClick={() => steps.compare.mutate(agreement)}
          >
            {texts.agreements[agreement]}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

function Adjudicate({
  caseId,
  owner,
  steps,
}: {
  readonly caseId: string;
  readonly owner: string;
  readonly steps: SecondReadSteps;
}) {
  const texts = useWorkTexts().reporting.secondRead;
  const tooLong = useTooLong();
  const [decision, setDecision] = useState<secondReads.SecondReadDecision | null>(null);
  const draft = `adjudication-${caseId}`;
  const [text, setText] = useState(() => String(readDraft(draft, owner)?.text ?? ''));
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (decision) steps.adjudicate.mutate({ decision, text }, { onSuccess: () => dropDraft(draft) });
      }}
    >
      <RadioGroup
        legend={texts.adjudicate}
        options={secondReads.SECOND_READ_DECISIONS.map((value) => ({ value, label: texts.decisions[value] }))}
        input={{
          name: 'decision',
          onChange: ({ target }) => setDecision(target.value as secondReads.SecondReadDecision),
        }}
      />
      <Field label={texts.why} isRequired error={tooLong(text, LIMITS.reportTextMaxLength)}>
        <Textarea
          rows={3}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            keepDraft(draft, owner, { text: target.value });
          }}
        />
      </Field>
      <Button
        type="submit"
        size="small"
        className="justify-self-start"
        disabled={!decision || !text.trim()}
        isPending={steps.adjudicate.isPending}
      >
        {texts.decide}
      </Button>
    </form>
  );
}
