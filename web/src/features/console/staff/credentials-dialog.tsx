import { accounts, LIMITS } from '@duai/contract';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import type { Renewed } from '../../../lib/renewals.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field, FieldError } from '../../../ui/forms/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Input } from '../../../ui/forms/input.tsx';

/** Title and registration number of a radiologist, printed under the signature of future reports. */
export function CredentialsButton({ user, renews }: { readonly user: accounts.UserRow; readonly renews: Renewed }) {
  const texts = useWorkTexts().console.users;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        aria-label={texts.credentialsNamed({ name: user.name })}
        onClick={() => setIsOpen(true)}
      >
        {texts.credentials}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.credentialsTitle({ name: user.name })}
        description={texts.credentialsText}
        size="small"
      >
        {isOpen && <CredentialsForm user={user} renews={renews} onDone={() => setIsOpen(false)} />}
      </Dialog>
    </>
  );
}

function CredentialsForm({
  user,
  renews,
  onDone,
}: {
  readonly user: accounts.UserRow;
  readonly renews: Renewed;
  readonly onDone: () => void;
}) {
  const { console: room, names, interface: shared } = useWorkTexts();
  const texts = room.users;
  const [title, setTitle] = useState(user.credentials?.title ?? '');
  const [registrationNumber, setRegistrationNumber] = useState(user.credentials?.registrationNumber ?? '');
  const save = useChange(
    renews,
    (body: { title: string; registrationNumber: string }) =>
      call(accounts.setCredentials, { params: { userId: user.id }, body }),
    texts.credentialsSaved,
    { showsFailure: true },
  );
  return (
    <Form onSubmit={() => save.mutate({ title, registrationNumber }, { onSuccess: onDone })} className="grid gap-4">
      <Field label={texts.professionalTitle} help={texts.professionalTitleHelp}>
        <Input value={title} maxLength={LIMITS.shortTextMaxLength} onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <Field label={texts.registrationNumber} help={texts.registrationNumberHelp}>
        <Input
          value={registrationNumber}
          maxLength={LIMITS.shortTextMaxLength}
          onChange={(event) => setRegistrationNumber(event.target.value)}
        />
      </Field>
      {save.isError && <FieldError>{messageOf(save.error, shared.nothingLostTryAgain)}</FieldError>}
      <DialogActions>
        <Button type="button" variant="secondary" onClick={onDone}>
          {shared.cancel}
        </Button>
        <Button type="submit" isPending={save.isPending}>
          {names.save}
        </Button>
      </DialogActions>
    </Form>
  );
}
