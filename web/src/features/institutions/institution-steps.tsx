import { type billing, institutions } from '@duai/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { moneyText } from '../../lib/money.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';
import { PriceForm } from './price-form.tsx';

/** A change of one institution; the table is loaded anew, a failure stays in the dialog beside what was typed. */
function useStep<Input>(act: (input: Input) => Promise<institutions.Institution>, done: string, onDone: () => void) {
  const queryClient = useQueryClient();
  const step = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [institutions.listInstitutions.path] });
      showToast({ title: done, tone: 'success' });
      onDone();
    },
  });
  const error = step.error ? messageOf(step.error, 'The server could not be reached. Try again.') : undefined;
  return { ...step, errorText: error };
}

interface StepProps {
  readonly institution: institutions.Institution;
}

/** Where nobody has redeemed the invitation: its link may have run out, or its mail got lost. */
export function InviteAgainStep({ institution: { id, name } }: StepProps) {
  const { mutate, isPending, errorText } = useStep(
    () => call(institutions.inviteInstitutionAgain, { params: { institutionId: id } }),
    'Invitation sent',
    () => undefined,
  );
  return (
    <>
      <ConfirmButton
        label="Invite again"
        accessibleLabel={`Invite ${name} again`}
        title={`Invite ${name} again?`}
        consequence="The applicant gets a new link, valid for 7 days; the one before ends."
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

/** From trial to pay per scan, with the price that was agreed. */
export function UpgradeStep({ institution: { id, name } }: StepProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const upgrade = useStep(
    (price: billing.PriceTerms | undefined) =>
      call(institutions.upgradeInstitution, { params: { institutionId: id }, body: { price } }),
    'Upgraded to pay per scan',
    close,
  );
  return (
    <>
      <Button size="small" variant="secondary" aria-label={`Upgrade ${name}`} onClick={() => setIsOpen(true)}>
        Upgrade
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={`Upgrade ${name}?`}
        description="From now on every scan is metered; the trial's limits no longer hold."
      >
        <PriceForm
          label="Upgrade"
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

/** The prices of an institution, and a new one. */
export function PriceStep({ institution: { id, name, prices } }: StepProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const set = useStep(
    (price: billing.Price) => call(institutions.setScanPrice, { params: { institutionId: id }, body: price }),
    'The price is set',
    close,
  );
  return (
    <>
      <Button size="small" variant="secondary" aria-label={`Price of ${name}`} onClick={() => setIsOpen(true)}>
        Price
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={`Price of a scan for ${name}`}
        description="Scans are billed at the price valid on the acceptance date (UTC). Days that are over keep their price."
      >
        <div className="grid gap-5">
          {prices.length > 0 ? (
            <PriceTable prices={prices} />
          ) : (
            <p className="text-grey-4">No price yet: statements say “as agreed”.</p>
          )}
          <PriceForm
            label="Set the price"
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
  return (
    <Table caption="Prices, newest first" className="max-h-56">
      <thead>
        <tr>
          <HeaderCell>Valid from</HeaderCell>
          <HeaderCell className="text-end">Price</HeaderCell>
          <HeaderCell>Tax</HeaderCell>
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
