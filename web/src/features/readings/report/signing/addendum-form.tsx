import { LIMITS, reports } from '@duai/contract';
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { z } from 'zod';
import { dropDraft, keepDraft, readDraft } from '../../../../lib/draft.ts';
import { useWorkTexts } from '../../../../lib/messages.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Checkbox } from '../../../../ui/forms/choices.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { Form } from '../../../../ui/forms/form.tsx';
import { Select, Textarea } from '../../../../ui/forms/input.tsx';
import { useTooLong } from '../../../../ui/forms/too-long.ts';
import type { ReadingActions } from '../../reading-queries.ts';
import { useSecondRead } from '../../second-read/second-read-queries.ts';
import { SignatureFields, useSignatureFields } from './signature-fields.tsx';

const typedSchema = z.object({ text: z.string(), kind: z.enum(reports.ADDENDUM_KINDS) });
type Typed = z.infer<typeof typedSchema>;
const EMPTY: Typed = { text: '', kind: 'supplement' };

/** An addendum to a signed report: signed like the report itself. */
export function AddendumForm({
  caseId,
  owner,
  signed,
  language,
  actions,
}: {
  readonly caseId: string;
  /** Of the report, in which the browser checks the spelling. */
  readonly language: reports.Report['language'];
  /** How many addenda the report has. */
  readonly signed: number;
  /** The reader's id; an unsigned addendum in this tab is shown to nobody else. */
  readonly owner: string;
  readonly actions: ReadingActions;
}) {
  const {
    readings: { signedReport: texts },
    reporting: { signature },
  } = useWorkTexts();
  const draft = `addendum-${caseId}`;
  const [{ text, kind }, setTyped] = useState(() => {
    const kept = typedSchema.safeParse(readDraft(draft, owner));
    return kept.success ? kept.data : EMPTY;
  });
  const change = (typed: Partial<Typed>) => {
    const next = { text, kind, ...typed };
    setTyped(next);
    keepDraft(draft, owner, next);
  };
  const refusal = useTooLong()(text, LIMITS.reportTextMaxLength);
  const [isSigning, setIsSigning] = useState(false);
  // Stays when a refusal closes the dialog: who opens it again has said it once.
  const [isCritical, setIsCritical] = useState(false);
  const [answersSecondRead, setAnswersSecondRead] = useState(true);
  const fullId = useId();
  const isFull = signed >= LIMITS.addendaPerReport;
  return (
    <>
      <Field label={texts.addendum} help={texts.addendumHelp} error={refusal}>
        <Textarea lang={language} value={text} onChange={({ target }) => change({ text: target.value })} />
      </Field>
      <Field label={signature.kind}>
        <Select value={kind} onChange={({ target }) => change({ kind: target.value as Typed['kind'] })}>
          {reports.ADDENDUM_KINDS.map((each) => (
            <option key={each} value={each}>
              {signature[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        variant="secondary"
        disabled={isFull || refusal !== undefined || text.trim() === ''}
        aria-describedby={isFull ? fullId : undefined}
        onClick={() => setIsSigning(true)}
      >
        <Check aria-hidden className="size-5" />
        {texts.addAddendum}
      </Button>
      {isFull && (
        <p id={fullId} className="text-sm">
          {texts.addendaFull({ count: LIMITS.addendaPerReport })}
        </p>
      )}
      <Dialog isOpen={isSigning} onClose={() => setIsSigning(false)} title={signature.addTitle}>
        {isSigning && (
          <ConfirmAddendum
            caseId={caseId}
            text={text}
            kind={kind}
            isCritical={isCritical}
            onCritical={setIsCritical}
            answersSecondRead={answersSecondRead}
            onAnswers={setAnswersSecondRead}
            actions={actions}
            onClose={() => setIsSigning(false)}
            onAdded={() => {
              dropDraft(draft);
              setTyped({ text: '', kind });
              setIsCritical(false);
              setAnswersSecondRead(true);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function ConfirmAddendum({
  caseId,
  text,
  kind,
  isCritical,
  onCritical,
  answersSecondRead,
  onAnswers,
  actions,
  onClose,
  onAdded,
}: {
  readonly caseId: string;
  readonly text: string;
  readonly kind: Typed['kind'];
  readonly isCritical: boolean;
  readonly onCritical: (isCritical: boolean) => void;
  readonly answersSecondRead: boolean;
  readonly onAnswers: (answersSecondRead: boolean) => void;
  readonly actions: ReadingActions;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}) {
  const {
    readings: { signedReport },
    reporting: { critical, signature },
  } = useWorkTexts();
  const fields = useSignatureFields();
  const isDue = useSecondRead(caseId).data?.secondRead?.state === 'addendum-due';
  const add = () =>
    actions.addAddendum.mutate(
      { text, kind, isCritical, answersSecondRead, confirmation: fields.confirmation },
      {
        onSuccess: () => {
          onAdded();
          onClose();
        },
        onError: fields.fail,
      },
    );
  return (
    <Form onSubmit={add} className="grid gap-4">
      <p>{signature.addText}</p>
      <Checkbox
        label={critical.mark}
        help={critical.markHelp}
        checked={isCritical}
        onChange={({ target }) => onCritical(target.checked)}
      />
      {isDue && (
        <Checkbox
          label={signature.answersSecondRead}
          help={signature.answersSecondReadHelp}
          checked={answersSecondRead}
          onChange={({ target }) => onAnswers(target.checked)}
        />
      )}
      <SignatureFields {...fields} />
      <DialogActions>
        <Button type="button" variant="secondary" onClick={onClose}>
          {signature.addBack}
        </Button>
        <Button type="submit" disabled={!fields.isTyped} isPending={actions.addAddendum.isPending}>
          {signedReport.addAddendum}
        </Button>
      </DialogActions>
    </Form>
  );
}
