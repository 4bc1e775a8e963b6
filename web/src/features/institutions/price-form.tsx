import { type billing, CURRENCIES, type Currency, minorOf } from '@duai/contract';
import { useState } from 'react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input, Select } from '../../ui/forms/input.tsx';

/** In English, like the statements. */
const TAX_NOTE = 'Net price; value added tax is added where it is due';

export interface PriceFormProps {
  readonly label: string;
  /** First day (UTC) that can be chosen; if absent, the price applies at once. */
  readonly firstDay?: string;
  /** Whether the fields may stay empty, which means the price is agreed elsewhere. */
  readonly mayBeAsAgreed: boolean;
  readonly isPending: boolean;
  readonly error: string | undefined;
  readonly onCancel: () => void;
  readonly onPrice: (price: billing.PriceTerms | undefined, validFrom: string) => void;
}

/** Price of a scan: amount, currency, note about tax, and first day. */
export function PriceForm({ label, firstDay, mayBeAsAgreed, isPending, error, onCancel, onPrice }: PriceFormProps) {
  const { console: room, interface: shared } = useWorkTexts();
  const texts = room.institutions;
  const [amount, setAmount] = useState('');
  const [currency, setCurrency] = useState<Currency>('EUR');
  const [taxNote, setTaxNote] = useState(TAX_NOTE);
  const [validFrom, setValidFrom] = useState(firstDay ?? '');
  const unitPriceMinor = minorOf(amount, currency);
  const isEmpty = amount.trim() === '';
  const isWrong = !isEmpty && unitPriceMinor === null;
  const isReady = isEmpty ? mayBeAsAgreed : !isWrong && taxNote.trim() !== '';
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onPrice(unitPriceMinor === null ? undefined : { unitPriceMinor, currency, taxNote: taxNote.trim() }, validFrom);
      }}
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <Field
          label={texts.amount}
          isOptional={mayBeAsAgreed}
          help={mayBeAsAgreed ? texts.amountHelp : undefined}
          error={isWrong ? texts.amountWrong({ decimals: CURRENCIES[currency] }) : undefined}
        >
          <Input inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} />
        </Field>
        <Field label={texts.currency} className={mayBeAsAgreed ? 'sm:content-end' : undefined}>
          <Select value={currency} onChange={(event) => setCurrency(event.target.value as Currency)}>
            {Object.keys(CURRENCIES).map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label={texts.taxNote} help={texts.taxNoteHelp}>
        <Input value={taxNote} maxLength={200} onChange={(event) => setTaxNote(event.target.value)} />
      </Field>
      {firstDay && (
        <Field label={texts.validFrom} help={texts.validFromHelp} error={error}>
          <Input type="date" min={firstDay} value={validFrom} onChange={(event) => setValidFrom(event.target.value)} />
        </Field>
      )}
      {!firstDay && error && (
        <p role="alert" className="text-red">
          {error}
        </p>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          {shared.cancel}
        </Button>
        <Button type="submit" disabled={!isReady || (firstDay !== undefined && validFrom === '')} isPending={isPending}>
          {label}
        </Button>
      </DialogActions>
    </form>
  );
}
