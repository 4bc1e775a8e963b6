import { type billing, institutions, singleSignOn } from '@duai/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { moneyText } from '../../lib/money.ts';
import { renew } from '../../lib/renewals.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';
import { PriceForm } from './price-form.tsx';

/** A change of one institution: on success the table is refetched, on failure the dialog stays open with the typed values. */
function useStep<Input>(act: (input: Input) => Promise<institutions.Institution>, done: string, onDone: () => void) {
  const { tryAgainLater } = useWorkTexts().interface;
  const queryClient = useQueryClient();
  const step = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await renew(queryClient, institutions.listInstitutions);
      showToast({ title: done, tone: 'success' });
      onDone();
    },
  });
  const error = step.error ? messageOf(step.error, tryAgainLater) : undefined;
  return { ...step, errorText: error };
}

interface StepProps {
  readonly institution: institutions.Institution;
}

/** Shown if nobody has redeemed the invitation: the link may have expired, or the mail may be lost. */
export function InviteAgainStep({ institution: { id, name } }: StepProps) {
  const texts = useWorkTexts().console.institutions;
  const { mutate, isPending, errorText } = useStep(
    () => call(institutions.inviteInstitutionAgain, { params: { institutionId: id } }),
    texts.invited,
    () => undefined,
  );
  return (
    <>
      <ConfirmButton
        label={texts.invite}
        accessibleLabel={texts.inviteNamed({ name })}
        title={texts.inviteTitle({ name })}
        consequence={texts.inviteText}
        isPending={isPending}
        onConfirm={() => mutate(undefined)}
      />
      {errorText && (
        <p role="alert" className="text-red">
          {errorText}
        </p>
      )}
    </>
  );
}

/** Allows passwords again for an institution whose provider fails after it switched passwords off. */
export function OpenPasswordsStep({ institution: { id, name } }: StepProps) {
  const { console: room, interface: shared } = useWorkTexts();
  const texts = room.institutions;
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [email, setEmail] = useState('');
  const open = useMutation({
    mutationFn: () =>
      call(singleSignOn.openPasswordSignIn, {
        params: { institutionId: id },
        body: { ...(email.trim() !== '' && { inviteAdmin: email.trim() }) },
      }),
    onSuccess: async () => {
      await renew(queryClient, institutions.listInstitutions);
      showToast({ title: texts.passwordsOpened, tone: 'success' });
      setIsOpen(false);
    },
  });
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        aria-label={texts.openPasswordsNamed({ name })}
        onClick={() => setIsOpen(true)}
      >
        {texts.openPasswords}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.openPasswordsTitle({ name })}
        description={texts.openPasswordsText}
        size="small"
      >
        <Form className="grid gap-4" onSubmit={() => open.mutate()}>
          <Field
            label={texts.openPasswordsInvite}
            isOptional
            error={open.isError ? messageOf(open.error, shared.tryAgainLater) : undefined}
          >
            <Input type="email" autoComplete="off" value={email} onChange={(event) => setEmail(event.target.value)} />
          </Field>
          <DialogActions>
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              {shared.cancel}
            </Button>
            <Button type="submit" isPending={open.isPending}>
              {texts.openPasswords}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}

/** Upgrades from the trial to pay per scan, at the agreed price. */
export function UpgradeStep({ institution: { id, name } }: StepProps) {
  const texts = useWorkTexts().console.institutions;
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const upgrade = useStep(
    (price: billing.PriceTerms | undefined) =>
      call(institutions.upgradeInstitution, { params: { institutionId: id }, body: { price } }),
    texts.upgraded,
    close,
  );
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        aria-label={texts.upgradeNamed({ name })}
        onClick={() => setIsOpen(true)}
      >
        {texts.upgrade}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={texts.upgradeTitle({ name })} description={texts.upgradeText}>
        <PriceForm
          label={texts.upgrade}
          mayBeAsAgreed
          isPending={upgrade.isPending}
          error={upgrade.errorText}
          onCancel={close}
          onPrice={(price) => upgrade.mutate(price)}
        />
      </Dialog>
    </>
  );
}

/** Lists the prices of an institution and adds a new one. */
export function PriceStep({ institution: { id, name, prices } }: StepProps) {
  const texts = useWorkTexts().console.institutions;
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const set = useStep(
    (price: billing.Price) => call(institutions.setScanPrice, { params: { institutionId: id }, body: price }),
    texts.priceSet,
    close,
  );
  return (
    <>
      <Button size="small" variant="secondary" aria-label={texts.priceNamed({ name })} onClick={() => setIsOpen(true)}>
        {texts.price}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={texts.priceTitle({ name })} description={texts.priceText}>
        <div className="grid gap-5">
          {prices.length > 0 ? <PriceTable prices={prices} /> : <p className="text-grey-4">{texts.noPrice}</p>}
          <PriceForm
            label={texts.setPrice}
            firstDay={new Date().toISOString().slice(0, 10)}
            mayBeAsAgreed={false}
            isPending={set.isPending}
            error={set.errorText}
            onCancel={close}
            onPrice={(price, validFrom) => price && set.mutate({ ...price, validFrom })}
          />
        </div>
      </Dialog>
    </>
  );
}

function PriceTable({ prices }: { readonly prices: readonly billing.Price[] }) {
  const texts = useWorkTexts().console.institutions;
  return (
    <Table caption={texts.prices} className="max-h-56">
      <thead>
        <tr>
          <HeaderCell>{texts.validFrom}</HeaderCell>
          <HeaderCell className="text-end">{texts.price}</HeaderCell>
          <HeaderCell>{texts.tax}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {prices.map((price) => (
          <tr key={price.validFrom}>
            <Cell className="whitespace-nowrap">{price.validFrom}</Cell>
            <Cell className="text-end whitespace-nowrap">{moneyText(price.unitPriceMinor, price.currency)}</Cell>
            <Cell>{price.taxNote}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
